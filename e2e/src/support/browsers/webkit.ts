import { globSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import {
  ENTER,
  findProgram,
  LOCATE,
  startProgram,
  untilGiven,
  type Engine,
  type EngineBrowser,
  type Target,
} from './engine.ts';

const driver = findProgram('WEBKIT_DRIVER_PATH', 'WebKitWebDriver');
const screen = findProgram('XVFB_PATH', 'Xvfb');
const binary =
  process.env['WEBKIT_PATH'] ??
  ['/usr/lib/*/webkit2gtk-4.1/MiniBrowser', '/usr/libexec/webkit2gtk-4.1/MiniBrowser'].flatMap((place) =>
    globSync(place),
  )[0];

/** WebKit, the engine of Safari, in the small browser of WebKitGTK, by its WebDriver, on a screen of its own. */
export const webkit: Engine = {
  name: 'WebKit',
  missing:
    driver && screen && binary
      ? undefined
      : 'no WebKit was found: install webkit2gtk-driver, libwebkit2gtk-4.1-0 and xvfb, or name them by WEBKIT_DRIVER_PATH, WEBKIT_PATH and XVFB_PATH',
  open: () => openWebkit({ driver: driver ?? '', screen: screen ?? '', binary: binary ?? '' }),
};

interface Programs {
  driver: string;
  screen: string;
  binary: string;
}

async function openWebkit(programs: Programs): Promise<EngineBrowser> {
  const display = await startProgram(
    programs.screen,
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { says: /^(\d+)\n/m },
  );
  const port = await freePort();
  const env = { DISPLAY: `:${display.said}`, GDK_BACKEND: 'x11', LANG: 'C.UTF-8' };
  const service = await startService(programs.driver, port, env);
  const base = `http://127.0.0.1:${port}/session`;
  const stop = async () => {
    await service.stop();
    await display.stop();
  };
  const options = { binary: programs.binary, args: ['--automation'] };
  const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
  try {
    const { sessionId } = await ask<{ sessionId: string }>('POST', base, { capabilities: { alwaysMatch } });
    const session = `${base}/${sessionId}`;
    await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1400, height: 1000 });
    return {
      ...pageOf(session),
      problems: [],
      async close() {
        await ask('DELETE', session);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The driver says nothing when it listens. */
async function startService(program: string, port: number, env: Record<string, string>) {
  const service = await startProgram(program, [`--port=${port}`], { says: /(^)/, env });
  await untilGiven('status of WebKitWebDriver', () => ask('GET', `http://127.0.0.1:${port}/status`));
  return service;
}

/** The member by which an element is told. @see https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

function pageOf(session: string): Pick<EngineBrowser, 'goto' | 'call' | 'click' | 'type'> {
  const post = <T = unknown>(command: string, body: object) => ask<T>('POST', `${session}/${command}`, body);
  const callHere = <T>(source: string, args: readonly unknown[]) =>
    post<T>('execute/sync', { script: `return (${source})(...arguments)`, args });
  const enter = async (frame: string | undefined) => {
    await post('frame', { id: null });
    if (frame !== undefined)
      await post('frame', { id: await post('element', { using: 'css selector', value: frame }) });
  };
  /** @returns the command's prefix for the element */
  const click = (target: Target) =>
    untilGiven(`${target.css} ${target.text ?? ''}`, async () => {
      await enter(target.frame);
      const found = await callHere<Record<string, string> | null>(LOCATE, [target.css, target.text ?? null]);
      if (!found) return undefined;
      const element = `element/${found[ELEMENT]}`;
      await post(`${element}/click`, {});
      return element;
    });
  return {
    async goto(url) {
      await post('frame', { id: null });
      await post('url', { url });
    },
    async call(source, args, frame) {
      await enter(frame);
      return callHere(source, args);
    },
    async click(target) {
      await click(target);
    },
    async type(target, text) {
      // In a frame nothing can have the focus that was not pressed.
      const element = await click(target);
      await post(`${element}/value`, { text: text.replaceAll('\n', ENTER) });
    },
  };
}

/** @see https://www.w3.org/TR/webdriver2/ */
async function ask<T = unknown>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
