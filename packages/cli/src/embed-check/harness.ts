import type { Brand } from '@oriel/embed/protocol';
import type { Browser, BrowserContext, Frame } from 'playwright-core';
import { createSurfaceDriver } from './surface-driver.ts';
import { hostPath, opaqueHostUrl, type HostPages } from './host-pages.ts';
import type { EmbedAddress } from './embed-address.ts';
import type { OpenOptions, Harness } from './rule.ts';
import { Misbehaviour } from './rule-outcomes.ts';

interface HarnessOptions {
  browser: Browser;
  pages: HostPages;
  address: EmbedAddress;
  brand: Brand;
  /** The origin that the host page is to have; default: that of the kit's own pages. */
  hostOrigin: string | undefined;
  newSession(): Promise<string>;
  patienceMs: number;
}

/** Posted before the surface can be ready, to be carried out afterwards, in order. */
export const earlyActions = ['early-1', 'early-2'] as const;

/** Opens surfaces in a browser, each in a context of its own. */
export function createHarness(options: HarnessOptions): Harness {
  const { browser, pages, address, brand, hostOrigin = pages.origin, newSession, patienceMs } = options;
  const early = earlyActions.map((id, index) => ({
    source: brand.source,
    direction: 'action',
    type: `${brand.prefix}action:set-color-scheme`,
    payload: { scheme: index === 0 ? 'dark' : 'light' },
    timestamp: Date.now(),
    id,
  }));
  return {
    address,
    newSession,
    async open({ hasClock = false, isOpaque = false, isStranger = false }: OpenOptions = {}) {
      const isSigned = address.mode === 'signed' && !isStranger;
      const embed = isSigned ? address.withSession(await sessionFor(isOpaque)) : inEnglish(address);
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        colorScheme: 'light',
        locale: 'en-US',
        // A page of a public origin around a server on this machine: a person would be asked.
        permissions: ['local-network-access'],
      });
      context.setDefaultTimeout(patienceMs);
      const own = isStranger ? pages.strangerOrigin : hostOrigin;
      if (own === hostOrigin && own !== pages.origin) await servePages(context, own, pages);
      const page = await context.newPage();
      if (hasClock) await page.clock.install();
      const content = { embed, early: isOpaque || hasClock ? [] : early };
      let host: Frame | undefined = page.mainFrame();
      if (isOpaque) {
        await page.goto(`${own}/blank`);
        await page.evaluate((src) => {
          document.body.append(Object.assign(document.createElement('iframe'), { src }));
        }, opaqueHostUrl(content));
        [host] = page.mainFrame().childFrames();
      } else await page.goto(`${own}${hostPath(content)}`, { waitUntil: 'domcontentloaded' });
      if (!host) throw new Misbehaviour('the browser shows no frame');
      return createSurfaceDriver({
        address,
        page,
        host,
        brand,
        hostOrigin: own,
        newSession,
        foreignOrigin: pages.otherOrigin,
        patienceMs,
      });
    },
  };

  /** Whom the surface must not answer needs no session that could be used. */
  async function sessionFor(isOpaque: boolean): Promise<string> {
    return isOpaque ? '0'.repeat(32) : newSession();
  }
}

/** Without a session, and in the language of the rules: a button is known by its name. */
function inEnglish(address: EmbedAddress): string {
  const url = new URL(address.withSession(undefined));
  url.searchParams.set('locale', 'en-US');
  return url.href;
}

/** Gives the pages another origin, in this browser alone: nothing is asked of the real one. */
async function servePages(context: BrowserContext, origin: string, pages: HostPages): Promise<void> {
  await context.route(
    (url) => url.origin === origin,
    (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: pages.read(new URL(route.request().url()).pathname),
      }),
  );
}
