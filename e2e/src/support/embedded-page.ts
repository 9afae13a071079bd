import assert from 'node:assert/strict';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { openPage } from './browsers/browser.ts';
import type { HeardMessage, HostPage } from './hosts/host-page.ts';

/** A dashboard in its host page. */
export interface EmbeddedPage {
  readonly page: Page;
  readonly frame: FrameLocator;
  /** The events of one type so far, in order. */
  events(type: string): Promise<HeardMessage[]>;
  /** Waits until so many events of a type have come, and answers with the last of them. */
  nextEvent(type: string, count?: number): Promise<HeardMessage>;
  /** Sends an action as a host that writes its messages by hand. */
  send(type: string, payload?: Record<string, unknown>): Promise<void>;
  /** Checks that nothing has gone wrong in the page so far, a policy's complaint included. */
  check(options?: { expected?: RegExp }): void;
  /** Checks the page once more and closes it. */
  close(options?: { expected?: RegExp }): Promise<void>;
}

export interface EmbeddedPageOptions {
  browser?: Parameters<Browser['newContext']>[0];
  /** Looks at the page before anything is loaded. */
  prepare?(page: Page): void;
}

/** Opens an embed's address in a host page. */
export async function openEmbedded(
  browser: Browser,
  host: HostPage,
  embedUrl: string,
  options: EmbeddedPageOptions,
): Promise<EmbeddedPage> {
  const { page, problems } = await openPage(browser, options.browser);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      // oxlint-disable-next-line no-console -- errors of the console are what the page's problems are made of
      console.error(`policy violated: ${violatedDirective} ${blockedURI}`),
    );
  });
  options.prepare?.(page);
  // A test may hold back what the page loads; what it waits for are the events.
  await page.goto(host.around(embedUrl), { waitUntil: 'domcontentloaded' });
  const heard = () => page.evaluate(() => (window as unknown as { heard: HeardMessage[] }).heard);
  const check = ({ expected }: { expected?: RegExp } = {}) =>
    assert.deepEqual(
      problems.filter((problem) => !expected?.test(problem)),
      [],
    );
  const events = async (type: string) =>
    (await heard()).filter((message) => message.type === `svc:event:${type}`);
  return {
    page,
    frame: page.frameLocator('iframe[title=Dashboard]'),
    events,
    async nextEvent(type, count = 1) {
      await page.waitForFunction(
        ([wanted, least]) =>
          (window as unknown as { heard: HeardMessage[] }).heard.filter((message) => message.type === wanted)
            .length >= least,
        [`svc:event:${type}`, count] as const,
      );
      const event = (await events(type)).at(-1);
      assert.ok(event);
      return event;
    },
    send: (type, payload = {}) =>
      page.evaluate(
        ([message, origin]) => document.querySelector('iframe')?.contentWindow?.postMessage(message, origin),
        [
          {
            source: 'svc-embed',
            direction: 'action',
            type: `svc:action:${type}`,
            payload,
            timestamp: Date.now(),
          },
          new URL(embedUrl).origin,
        ] as const,
      ),
    check,
    async close(options) {
      check(options);
      await page.context().close();
    },
  };
}
