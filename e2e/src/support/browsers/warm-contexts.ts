import type { Browser, BrowserContext } from 'playwright-core';

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** What a test may change of a context beyond its pages and what is stored: such a context serves no other. */
const LASTING = [
  'addCookies',
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'on',
  'once',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const satisfies readonly (keyof BrowserContext)[];
const STORED = 'cache_storage,file_systems,indexeddb,local_storage,service_workers,websql';
/** Each has a process of its own. */
const MOST_IDLE = 3;

/** A context that waits for its next use. */
interface IdleContext {
  readonly options: string;
  readonly context: BrowserContext;
  /** Closes it for good. */
  readonly close: () => Promise<void>;
}

/** Those of a browser, the one that was used last at the end. */
const idle = new WeakMap<Browser, IdleContext[]>();

/**
 * A context that looks new: without cookies, storage and pages, but for an empty one. It may have the cache of one
 * before it, since three fifths of what a page costs a browser is to load and compile scripts. `close` of it closes its
 * pages, and gives it to the next one who asks with the same options, unless more was changed than can be taken back.
 *
 * @param make makes one where none is free
 */
export async function takeWarmContext(
  browser: Browser,
  options: ContextOptions,
  make: () => Promise<BrowserContext>,
): Promise<BrowserContext> {
  const free = idle.get(browser) ?? [];
  idle.set(browser, free);
  const key = JSON.stringify(options);
  const found = free.findLast((candidate) => candidate.options === key);
  if (found) {
    free.splice(free.indexOf(found), 1);
    return found.context;
  }
  const context = await make();
  giveBack(context, async (close) => {
    free.push({ options: key, context, close });
    if (free.length > MOST_IDLE) await free.shift()?.close();
  });
  return context;
}

/** Closes the contexts of a browser that are in use. */
export async function closeContexts(browser: Browser): Promise<void> {
  const free = new Set(idle.get(browser)?.map(({ context }) => context));
  for (const context of browser.contexts()) if (!free.has(context)) await context.close();
}

/** Has a context given back when it is closed, as long as nothing has changed it for good. */
function giveBack(context: BrowserContext, onFree: (close: () => Promise<void>) => Promise<void>): void {
  const origins = new Set<string>();
  context.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== 'null') origins.add(origin);
  });
  // As they are without what follows.
  const close = context.close.bind(context);
  const openSession = context.newCDPSession.bind(context);
  let isChanged = false;
  const onChange = () => (isChanged = true);
  watch(context, LASTING, onChange);
  watch(context.clock, ['fastForward', 'install', 'pauseAt', 'setFixedTime', 'setSystemTime'], onChange);
  context.close = async (options) => {
    if (isChanged) return close(options);
    for (const page of context.pages()) await page.close();
    await context.clearCookies();
    // An empty page, by which what the pages before have stored is removed.
    const session = await openSession(await context.newPage());
    for (const origin of origins)
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
    await session.detach();
    origins.clear();
    await onFree(close);
  };
}

/** Tells of the first call of a method. */
function watch<Watched extends object>(
  watched: Watched,
  names: readonly (keyof Watched & string)[],
  onCall: () => void,
): void {
  for (const name of names) {
    const method: unknown = watched[name];
    if (typeof method !== 'function') throw new TypeError(`There is no method ${name}`);
    const told = (...args: unknown[]): unknown => {
      onCall();
      return method.apply(watched, args);
    };
    Object.defineProperty(watched, name, { value: told });
  }
}
