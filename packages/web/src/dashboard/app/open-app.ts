import type { DashboardAppAddress } from '@oriel/contract';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { createAppBridge } from './app-bridge.ts';
import type { AppLook } from './app-look.ts';
import { createAppMethods } from './app-methods.ts';

/** A page that has come and has said nothing for so long is not the app's, but that of an error. */
const SILENCE_MS = 10_000;
/** A page that takes longer does not come. */
const OPENING_MS = 60_000;

/** What an app is opened with. */
interface OpenAppOptions {
  store: DashboardStore;
  /** Asks the server with the viewer's right. */
  request: typeof fetch;
  /** Where it is; undefined: the server is asked. */
  address: string | undefined;
  /** The window of the frame; null while there is none. */
  frameWindow(): Window | null;
  look(): AppLook;
  onAddress(path: string): void;
  /** The app shows what it has to show, and asks for nothing more. */
  onSettled(): void;
  onFailed(message: string, isFatal: boolean): void;
}

/** An app that is shown. */
export interface OpenApp {
  /** The frame has loaded some page. */
  noteLoad(): void;
  /** The page around the app may look different: another key stands for another look. */
  noteTheme(key: string | undefined): void;
  close(): void;
}

/** Asks where the app is, and speaks with it from then on. After a fatal failure nothing more is heard of it. */
export function openApp(options: OpenAppOptions): OpenApp {
  const { store, request, address, frameWindow, look, onAddress, onSettled, onFailed } = options;
  const leaving = new AbortController();
  let isOpened = false;
  let themeKey: string | undefined;
  let timer = setTimeout(() => fail('The app did not open in time', true), OPENING_MS);
  const bridge = createAppBridge({
    methods: createAppMethods(store, look),
    // The frame has no origin that could be named; the message goes to its window and to no other.
    post: (message) => frameWindow()?.postMessage(message, '*'),
    onLoaded: store.markShown,
    onSettled,
    onOpened() {
      isOpened = true;
      clearTimeout(timer);
    },
    onFailed: fail,
  });
  const endStale = store.onStale(bridge.tellChanged);
  const close = () => {
    leaving.abort();
    clearTimeout(timer);
    bridge.close();
    endStale();
  };

  function fail(message: string, isFatal: boolean): void {
    if (leaving.signal.aborted) return;
    if (isFatal) close();
    onFailed(message, isFatal);
  }

  window.addEventListener(
    'message',
    ({ source, data }: MessageEvent) => {
      if (source !== null && source === frameWindow()) bridge.hear(data);
    },
    { signal: leaving.signal },
  );
  const found =
    address === undefined
      ? findAddress(request, store.dashboard.publicId, leaving.signal)
      : Promise.resolve(address);
  found.then(onAddress, (error: unknown) =>
    fail(error instanceof Error ? error.message : String(error), true),
  );
  return {
    noteLoad() {
      if (isOpened || leaving.signal.aborted) return;
      clearTimeout(timer);
      timer = setTimeout(() => fail('The entry of the app could not be loaded', true), SILENCE_MS);
    },
    noteTheme(key) {
      if (themeKey !== undefined && key !== themeKey) bridge.tellChanged();
      themeKey = key;
    },
    close,
  };
}

async function findAddress(request: typeof fetch, publicId: string, signal: AbortSignal): Promise<string> {
  const answer = await request(`/api/v1/embed/dashboard/${encodeURIComponent(publicId)}/app`, { signal });
  if (!answer.ok) throw new Error(`The app cannot be opened: HTTP ${answer.status}`);
  return ((await answer.json()) as DashboardAppAddress).path;
}
