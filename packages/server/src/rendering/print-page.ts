import type { Page } from 'playwright-core';
import { HIDE_MENUS } from './capture-page.ts';

/** Pixels at 96 in an inch: what the margins leave of a sheet of A4. */
const MARGIN = 42;
export const SHEET = { width: 794 - 2 * MARGIN, height: 1123 - 2 * MARGIN };

/** Prints a page that is laid out for them on sheets of A4, each with the title and its number. */
export async function printPage(page: Page, title: string): Promise<Buffer> {
  await page.evaluate(HIDE_MENUS);
  const margin = `${MARGIN}px`;
  return page.pdf({
    format: 'A4',
    margin: { top: margin, right: margin, bottom: margin, left: margin },
    printBackground: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: footerOf(title),
    // Titles are found by screen readers, and in the outline of the document.
    tagged: true,
    outline: true,
  });
}

/** A document of its own, without the styles of the page. */
function footerOf(title: string): string {
  const text = title.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const style = `display: flex; justify-content: space-between; gap: 24px; width: 100%; margin: 0 ${MARGIN}px; font: 9px sans-serif; color: #666`;
  const cut = 'overflow: hidden; text-overflow: ellipsis; white-space: nowrap';
  return `<div style="${style}"><span style="${cut}">${text}</span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`;
}
