import type { Page } from 'playwright-core';
import type { PictureFormat } from './draw-picture.ts';

/** Pixels; a picture that is higher is cut there. */
export const MAX_HEIGHT = 12_000;

/** What is taken of a page. */
interface CaptureOptions {
  /** Whether its first chart is taken, and nothing else. */
  readonly isOneChart?: boolean;
  /** Stands beside the title of that chart, else above the page. */
  readonly note?: string;
}

/** Takes the whole of a page as a picture, or as a document of one page, without what is there to be pressed. */
export async function capturePage(
  page: Page,
  format: PictureFormat,
  { isOneChart = false, note = '' }: CaptureOptions = {},
): Promise<Buffer> {
  await page.evaluate(HIDE_MENUS);
  if (note !== '') await addNote(page, note, isOneChart);
  if (isOneChart && format === 'png')
    return page.locator(CHART).first().screenshot({ type: 'png', animations: 'disabled', caret: 'hide' });
  if (isOneChart) await page.evaluate(HIDE_OTHERS);
  // Runs in the page.
  const measured = await page.evaluate(isOneChart ? MEASURE_CHART : 'document.documentElement.scrollHeight');
  const height = Math.min(MAX_HEIGHT, Number(measured));
  const width = page.viewportSize()?.width ?? 0;
  if (format === 'pdf')
    return page.pdf({ width: `${width}px`, height: `${height + 1}px`, printBackground: true });
  await page.setViewportSize({ width, height });
  return page.screenshot({ type: 'png', animations: 'disabled', caret: 'hide' });
}

/**
 * Adds a text. Above the widgets of a page it takes room of its own: what is as high as the page stays as high as it
 * was.
 */
async function addNote(page: Page, text: string, isOneChart: boolean): Promise<void> {
  // Runs in the page: a text, which is never read as HTML.
  const added = await page.evaluate(`(${isOneChart ? ADD_NOTE : ADD_LINE})(${JSON.stringify(text)})`);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  if (!isOneChart)
    await page.setViewportSize({ width, height: Math.min(MAX_HEIGHT, height + Number(added)) });
}

/** A chart, or the text of an AI widget. */
const CHART = ':is([data-part="chart"], [data-part="summary"])';
/** The menus of charts, and the buttons of maps. */
export const HIDE_MENUS = `for (const menu of document.querySelectorAll('${CHART} > header > details, [data-part="map"] button')) menu.style.display = 'none';`;
/** @returns where the chart ends, with as much space below it as there is above */
const MEASURE_CHART = `(() => {
  const { top, bottom } = document.querySelector('${CHART}').getBoundingClientRect();
  return Math.ceil(bottom + top);
})()`;
/** @returns how high the line is */
const ADD_LINE = `(text) => {
  const dashboard = document.querySelector('[data-part="dashboard"]');
  if (!dashboard) return 0;
  const line = Object.assign(document.createElement('p'), { textContent: text });
  line.dataset.part = 'printed-filters';
  Object.assign(line.style, { margin: 0, padding: '10px 16px', fontSize: '13px', overflowWrap: 'anywhere' });
  const header = dashboard.querySelector(':scope > [data-part="dashboard-header"]');
  if (header) header.after(line);
  else dashboard.prepend(line);
  document.documentElement.style.setProperty('--app-shell-header-offset', line.offsetHeight + 'px');
  return line.offsetHeight;
}`;
const ADD_NOTE = `(text) => {
  const note = Object.assign(document.createElement('span'), { textContent: text });
  Object.assign(note.style, { fontSize: '0.8em', textAlign: 'end', opacity: '0.8', overflowWrap: 'anywhere' });
  document.querySelector('${CHART} > header')?.append(note);
}`;
/** Runs in the page: leaves the cells of the grid that hold a chart. */
const HIDE_OTHERS = `for (const cell of document.querySelectorAll('[data-part="dashboard"] > div > div'))
  if (!cell.querySelector('${CHART}')) cell.style.display = 'none';`;
