import type { ServerBrand } from '@oriel/contract';
import { widgetsOf } from '@oriel/dashboard/widgets';
import type { BrowserContext, Page, Request, Route } from 'playwright-core';
import { capturePage } from './capture-page.ts';
import { isPrinted, type RenderedDashboard } from './dashboard-rendering.ts';
import { printPage, SHEET } from './print-page.ts';
import type { DrawPicture, PictureFormat } from './draw-picture.ts';
import { awaitApp } from './await-app.ts';
import { answerPage, pageAddress, type PageContent } from './picture-page.ts';
import type { SharedBrowser } from './shared-browser.ts';
import { printedFilters } from './printed-filters.ts';
import { drawnWithin, untilAborted } from './until-aborted.ts';
import { createSharedPictures } from './shared-pictures.ts';
import type { AppConfigService } from '../settings/app-config-service.ts';

/** What pictures are drawn with. */
interface PictureOptions {
  readonly browser: SharedBrowser;
  readonly appConfig: Pick<AppConfigService, 'get'>;
  readonly brand: ServerBrand;
}

/** A dashboard that takes longer is not drawn. */
const DRAWING_MS = 120_000;

/**
 * Makes the drawing of dashboards in a browser: the embedded surface, with what the viewer would see there. Those who
 * see the same share a picture.
 */
export function createChromiumPictures({ browser, appConfig, brand }: PictureOptions): DrawPicture {
  return createSharedPictures(async (rendered, format, signal) => {
    const account = await appConfig.get(rendered.viewer.tenantId);
    return drawnWithin(DRAWING_MS, signal, (ended) =>
      browser.use((context) =>
        untilAborted(ended, () => draw(context, rendered, format, { brand, account, signal: ended })),
      ),
    );
  });
}

async function draw(
  context: BrowserContext,
  rendered: RenderedDashboard,
  format: PictureFormat,
  content: PageContent,
): Promise<Buffer> {
  content.signal.throwIfAborted();
  const close = () => void context.close().catch(() => {});
  content.signal.addEventListener('abort', close, { once: true });
  try {
    await context.route('**/*', (route) => answer(route, rendered, content));
    await context.routeWebSocket(/^/, (socket) => socket.close());
    const page = await context.newPage();
    page.setDefaultTimeout(DRAWING_MS);
    if (isPrinted(rendered)) await page.setViewportSize(SHEET);
    await page.goto(pageAddress(rendered));
    await untilDrawn(page, rendered);
    if (isPrinted(rendered)) return await printPage(page, rendered.dashboard.title ?? '');
    return await capturePage(page, format, {
      isOneChart: rendered.drawing?.isOneChart === true,
      note: await noteOf(page, rendered),
    });
  } finally {
    content.signal.removeEventListener('abort', close);
  }
}

/** What the page says of the filters that a picture tells; empty for nothing. */
async function noteOf(page: Page, rendered: RenderedDashboard): Promise<string> {
  if (printedFilters(rendered).length === 0) return '';
  const note = page.locator('[data-part="told-filters"][data-settled="true"]');
  return (await note.textContent()) ?? '';
}

/** Waits until everything that the page shows is there. @throws as {@link awaitApp} */
async function untilDrawn(page: Page, rendered: RenderedDashboard): Promise<void> {
  if (rendered.dashboard.config.kind === 'APP') return awaitApp(page);
  await page.waitForSelector('html[data-loaded]', { state: 'attached' });
  // Totals and small charts of tables, and what controls know of the model, which come after the rows.
  await page.waitForSelector('[data-settled="false"]', { state: 'detached' });
  await untilSummarised(page, rendered);
}

/** Waits for the texts of AI widgets, which come after the charts. A widget in a tab that is not open is not there. */
async function untilSummarised(page: Page, { dashboard }: RenderedDashboard): Promise<void> {
  for (const { id, type } of widgetsOf(dashboard.config)) {
    const widget = page.locator(`[data-widget-id=${JSON.stringify(id)}]`);
    if (type === 'AI' && (await widget.count()) > 0)
      await widget.locator('[data-part="summary"] [aria-busy="false"]').waitFor({ state: 'attached' });
  }
}

async function answer(route: Route, rendered: RenderedDashboard, content: PageContent): Promise<void> {
  const request = route.request();
  const asked = {
    method: request.method(),
    url: new URL(request.url()),
    body: request.postData(),
    isOfApp: isOfFrame(request),
  };
  const found = await answerPage(asked, rendered, content).catch(() => undefined);
  if (!found) return route.abort();
  const { status, type: contentType, body, headers = {} } = found;
  await route.fulfill({ status, contentType, body, headers: { ...headers, 'content-type': contentType } });
}

/** Whether a frame within the page asks. What belongs to no frame yet is the page itself. */
function isOfFrame(request: Request): boolean {
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    return false;
  }
}
