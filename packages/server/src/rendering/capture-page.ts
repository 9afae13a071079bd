import type { Page } from 'playwright-core';
import type { PictureFormat } from './draw-picture.ts';

/** Pixels; a picture that is higher is cut there. */
const MAX_HEIGHT = 12_000;

/**
 * Takes the whole of a page as a picture, or as a document of one page.
 *
 * @param isOneChart whether its first chart is taken, and nothing else
 */
export async function capturePage(
  page: Page,
  format: PictureFormat,
  { isOneChart = false } = {},
): Promise<Buffer> {
  if (isOneChart && format === 'png')
    return page.locator(CHART).first().screenshot({ type: 'png', animations: 'disabled', caret: 'hide' });
  if (isOneChart) await page.evaluate(HIDE_OTHERS);
  // Runs in the page.
  const measured = await page.evaluate('document.documentElement.scrollHeight');
  const height = Math.min(MAX_HEIGHT, Number(measured));
  const width = page.viewportSize()?.width ?? 0;
  if (format === 'pdf')
    return page.pdf({ width: `${width}px`, height: `${height + 1}px`, printBackground: true });
  await page.setViewportSize({ width, height });
  return page.screenshot({ type: 'png', animations: 'disabled', caret: 'hide' });
}

const CHART = '[data-part="chart"]';
/** Runs in the page: leaves the cells of the grid that hold a chart. */
const HIDE_OTHERS = `for (const cell of document.querySelectorAll('[data-part="dashboard"] > div > div'))
  if (!cell.querySelector('${CHART}')) cell.style.display = 'none';`;
