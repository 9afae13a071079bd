import type { Page } from 'playwright-core';
import type { PictureFormat } from './draw-picture.ts';

/** Pixels; a picture that is higher is cut there. */
export const MAX_HEIGHT = 12_000;

/** What is taken of a page. */
export interface CaptureOptions {
  /** Whether its first chart is taken, and nothing else. */
  readonly isOneChart?: boolean;
  /** Stands beside the title of that chart. */
  readonly notes?: readonly string[];
}

/** Takes the whole of a page as a picture, or as a document of one page, without what is there to be pressed. */
export async function capturePage(
  page: Page,
  format: PictureFormat,
  { isOneChart = false, notes = [] }: CaptureOptions = {},
): Promise<Buffer> {
  await page.evaluate(HIDE_MENUS);
  if (isOneChart && notes.length > 0)
    await page.evaluate(`(${ADD_NOTES})(${JSON.stringify(notes.join(' · '))})`);
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

/** A chart, or the text of an AI widget. */
const CHART = ':is([data-part="chart"], [data-part="summary"])';
const HIDE_MENUS = `for (const menu of document.querySelectorAll('${CHART} > header > details')) menu.style.display = 'none';`;
/** Runs in the page: a text, which is never read as HTML. */
const ADD_NOTES = `(text) => {
  const note = Object.assign(document.createElement('span'), { textContent: text });
  Object.assign(note.style, { fontSize: '0.8em', textAlign: 'end', opacity: '0.8', overflowWrap: 'anywhere' });
  document.querySelector('${CHART} > header')?.append(note);
}`;
/** Runs in the page: leaves the cells of the grid that hold a chart. */
const HIDE_OTHERS = `for (const cell of document.querySelectorAll('[data-part="dashboard"] > div > div'))
  if (!cell.querySelector('${CHART}')) cell.style.display = 'none';`;
