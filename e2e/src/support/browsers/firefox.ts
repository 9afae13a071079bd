import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const path = findProgram('FIREFOX_PATH', 'firefox-esr', 'firefox');

/** Firefox, by WebDriver BiDi, which it speaks itself. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: path ? undefined : 'no Firefox was found: install firefox-esr, or name one by FIREFOX_PATH',
  open: () => openFirefox(path ?? ''),
};

/** It asks nobody for anything, and shows no page of its own. */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': '',
  'toolkit.telemetry.enabled': false,
  'intl.accept_languages': 'en-US',
};

async function openFirefox(program: string): Promise<EngineBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'oriel-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const { said, stop } = await startProgram(program, [...args, 'about:blank'], {
    says: /WebDriver BiDi listening on (ws:\S+)/,
    env: { MOZ_HEADLESS_WIDTH: '1400', MOZ_HEADLESS_HEIGHT: '900' },
  });
  const bidi = await connect(`${said}/session`);
  await bidi.send('session.new', { capabilities: {} });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const page = contexts[0]?.context ?? '';
  const viewport = { width: 1400, height: 900 };
  await bidi.send('browsingContext.setViewport', { context: page, viewport });
  return {
    ...pageOf(bidi, page),
    problems: bidi.problems,
    async close() {
      bidi.close();
      // Its own way to end may take a minute on a busy machine, and nothing of the profile is kept.
      await stop('SIGKILL');
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** A value of a page as the protocol tells it. */
interface RemoteValue {
  type: string;
  value?: unknown;
  sharedId?: string;
}

function pageOf(bidi: Connection, page: string): Pick<EngineBrowser, 'goto' | 'call' | 'click' | 'type'> {
  const callIn = async (context: string, functionDeclaration: string, args: readonly unknown[]) => {
    const { result, exceptionDetails } = await bidi.send<{
      result?: RemoteValue;
      exceptionDetails?: { text: string };
    }>('script.callFunction', {
      functionDeclaration: `() => (${functionDeclaration})(...${JSON.stringify(args)})`,
      awaitPromise: true,
      target: { context },
    });
    if (!result) throw new Error(exceptionDetails?.text);
    return result;
  };
  const contextOf = async (frame: string | undefined) => {
    if (frame === undefined) return page;
    const { value } = await callIn(page, '(css) => document.querySelector(css)?.contentWindow', [frame]);
    return (value as { context: string }).context;
  };
  const press = async ({ css, text, frame }: Target) => {
    const context = await contextOf(frame);
    const element = await callIn(context, LOCATE, [css, text ?? null]);
    if (element.sharedId === undefined) return undefined;
    const origin = { type: 'element', element: { sharedId: element.sharedId } };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const source = { type: 'pointer', id: 'mouse', actions };
    await bidi.send('input.performActions', { context, actions: [source] });
    return context;
  };
  const click = (target: Target, isDone?: (context: string) => Promise<boolean>) =>
    untilGiven(`${target.css} ${target.text ?? ''}`, async () => {
      const context = await press(target);
      if (context === undefined || (isDone && !(await isDone(context)))) return undefined;
      return context;
    });
  return {
    async goto(url) {
      await bidi.send('browsingContext.navigate', { context: page, url, wait: 'interactive' });
    },
    async call(source, args, frame) {
      const result = await callIn(
        await contextOf(frame),
        `async (...all) => JSON.stringify(await (${source})(...all))`,
        args,
      );
      return typeof result.value === 'string' ? JSON.parse(result.value) : undefined;
    },
    async click(target) {
      await click(target);
    },
    async type(target, text) {
      const context = await click(target, async (pressed) => {
        const focused = await callIn(pressed, '(css) => document.activeElement?.matches(css)', [target.css]);
        return focused.value === true;
      });
      const actions = [...text.replaceAll('\n', ENTER)].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await bidi.send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
  };
}

interface Connection {
  send<T = unknown>(method: string, params: object): Promise<T>;
  readonly problems: string[];
  close(): void;
}

/** @see https://www.w3.org/TR/webdriver-bidi/ */
async function connect(url: string): Promise<Connection> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const problems: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number;
      type: string;
      method?: string;
      params?: { level: string; text: string | null };
      result?: unknown;
      error?: string;
      message?: string;
    };
    if (message.method === 'log.entryAdded' && message.params?.level === 'error')
      problems.push(String(message.params.text));
    const answer = waiting.get(message.id ?? -1);
    if (message.type === 'error') answer?.reject(new Error(`${message.error}: ${message.message}`));
    else answer?.resolve(message.result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let lastId = 0;
  return {
    problems,
    async send<T>(method: string, params: object): Promise<T> {
      lastId += 1;
      const id = lastId;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      socket.send(JSON.stringify({ id, method, params }));
      // What a command answers with is its caller's to know.
      return answer.promise.finally(() => waiting.delete(id)) as Promise<T>;
    },
    close: () => socket.close(),
  };
}
