import { refuse } from '@oriel/contract';
import type { Browser, BrowserContext } from 'playwright-core';

/** One browser for all pictures of a server: started with the first, ended when none was drawn for a while. */
export interface SharedBrowser {
  /**
   * Runs work in a context of its own, a few at a time; once more in another browser where this one ends meanwhile,
   * such as for want of memory.
   *
   * @throws what the work throws, or where the browser does not start; `export_failed` where it has ended twice
   */
  use<T>(work: (context: BrowserContext) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How the browser is run. */
interface BrowserOptions {
  /** Its program. */
  readonly path: string;
  /** Without work for so long it ends; default a minute. */
  readonly idleMs?: number;
}

/** Pages drawn at a time: each takes a core while it draws. */
const AT_ONCE = 2;
/** A context that does not close by then is left to the end of its browser. */
const CLOSING_MS = 5_000;
const PAGE = { width: 1280, height: 800 };

/** A browser that runs from the first work on until it has been idle for a while. */
interface IdlingBrowser {
  start(): Promise<Browser>;
  end(): Promise<void>;
}

/** Turns of work, a few at a time. */
interface Turns {
  take(): Promise<void>;
  give(): void;
}

/** Makes the browser of a server; its pages reach nothing but what they are handed. */
export function createSharedBrowser({ path, idleMs = 60_000 }: BrowserOptions): SharedBrowser {
  const browser = createIdlingBrowser(path);
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  const turns = createTurns({
    onTake: () => clearTimeout(idle),
    onIdle: () => {
      idle = setTimeout(() => void browser.end(), idleMs).unref();
    },
  });
  return {
    async use(work) {
      await turns.take();
      try {
        return await runInContext(browser, work).catch((error: unknown) => {
          if (!(error instanceof BrowserEnded) || isClosed) throw error;
          return runInContext(browser, work);
        });
      } catch (error) {
        if (!(error instanceof BrowserEnded)) throw error;
        throw refuse('export_failed', { reason: error.message }, { cause: error });
      } finally {
        turns.give();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await browser.end();
    },
  };
}

function createIdlingBrowser(path: string): IdlingBrowser {
  let starting: Promise<Browser> | undefined;
  return {
    start() {
      starting ??= launch(path);
      const started = starting;
      started.then(
        (browser) => browser.on('disconnected', () => starting === started && (starting = undefined)),
        () => starting === started && (starting = undefined),
      );
      return started;
    },
    async end() {
      const ending = starting;
      starting = undefined;
      // One that did not start need not be ended.
      const browser = await ending?.catch(() => undefined);
      await browser?.close();
    },
  };
}

/** Makes turns of {@link AT_ONCE} at a time; `onIdle` is told when none is taken any more. */
function createTurns({ onTake, onIdle }: { onTake(): void; onIdle(): void }): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async take() {
      onTake();
      if (running < AT_ONCE) {
        running += 1;
        return;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    give() {
      const next = waiting.shift();
      if (next) return next();
      running -= 1;
      if (running === 0) onIdle();
    },
  };
}

/** Runs work in a context of its own. @throws {@link BrowserEnded} where the browser has ended meanwhile */
async function runInContext<T>(
  { start }: Pick<IdlingBrowser, 'start'>,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const browser = await start();
  try {
    const context = await browser.newContext({
      viewport: PAGE,
      serviceWorkers: 'block',
      acceptDownloads: false,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    try {
      return await work(context);
    } finally {
      await within(CLOSING_MS, context.close());
    }
  } catch (error) {
    if (browser.isConnected()) throw error;
    throw new BrowserEnded('The browser has ended while it drew', { cause: error });
  }
}

/** The browser has ended under its work. */
class BrowserEnded extends Error {}

/** Waits for work that may fail, and not for ever. */
async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, timeoutMs);
  await Promise.race([work.catch(() => {}), late.promise]);
  clearTimeout(timer);
}

/**
 * All that pages ask for is answered within the server. What would go past that, whatever part of the browser asks for
 * it, finds no name, and a proxy that is not there; connections between browsers go by the proxy, too.
 */
const WITHOUT_NETWORK = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://rendering.invalid:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** Loads the driver with the first picture: it costs a fifth of a second and 20 MB, which most servers never need. */
async function launch(executablePath: string): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    // The sandbox of the browser refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-gpu', ...WITHOUT_NETWORK],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
