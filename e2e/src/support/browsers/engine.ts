import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/**
 * A browser other than Chromium, as its maker ships it, driven by the standards of the W3C: WebDriver over HTTP or
 * WebDriver BiDi. Only what the tests of it need: no package is installed for it, and no browser downloaded.
 */
export interface EngineBrowser {
  goto(url: string): Promise<void>;
  /**
   * Calls a function in the page, and answers with its JSON.
   * @param source of the function, which sees the page alone
   */
  call(source: string, args: readonly unknown[], frame?: string): Promise<unknown>;
  /**
   * Presses the first visible element of a selector and, where it is given, of exactly that text or label, with a
   * pointer.
   */
  click(target: Target): Promise<void>;
  /** Gives an element the focus as a person does, and types; `\n` is the key Enter. */
  type(target: Target, text: string): Promise<void>;
  /** What went wrong in its pages so far, where the engine tells. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export interface Target {
  css: string;
  /** All that it shows, or its label. */
  text?: string;
  /** The selector of the frame that it is in; default the page itself. */
  frame?: string;
}

/** An engine that a machine may have. */
export interface Engine {
  name: string;
  /** Why it is not there, and how to have it; undefined where it is. */
  missing: string | undefined;
  open(): Promise<EngineBrowser>;
}

/**
 * Source of a function of a selector and a text that answers with the element of a {@link Target}, or null: also where
 * it is not yet at the place where the last look found it, so that a press does not land beside what moves.
 */
export const LOCATE = `(css, text) => {
  const element = [...document.querySelectorAll(css)].find((candidate) => {
    const texts = [candidate.innerText, candidate.getAttribute('aria-label')].map((value) => value?.trim());
    return candidate.checkVisibility({ visibilityProperty: true }) && (text === null || texts.includes(text));
  });
  if (!element) return null;
  element.scrollIntoView({ block: 'nearest' });
  const place = JSON.stringify(element.getBoundingClientRect());
  const isStill = element.lastPlace === place;
  element.lastPlace = place;
  return isStill ? element : null;
}`;

/** The key Enter in both standards. */
export const ENTER = '\uE007';

const PATIENCE_MS = 60_000;

/**
 * Asks until there is an answer: what is drawn anew meanwhile is looked for once more.
 * @param what is waited for, for the failure
 */
export async function untilGiven<T>(what: string, ask: () => Promise<T | null | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const answer = await ask();
      if (answer !== null && answer !== undefined) return answer;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`There was no ${what}`, { cause: last });
}

/** Waits until a target is there. */
export async function shown(browser: EngineBrowser, { css, text, frame }: Target): Promise<void> {
  const what = `${css} ${text ?? ''} in ${frame ?? 'the page'}`;
  await untilGiven(what, async () => {
    const isThere = await browser.call(
      `(...all) => (${LOCATE})(...all) !== null`,
      [css, text ?? null],
      frame,
    );
    return isThere === true ? true : undefined;
  });
}

/** The path of a program that is named by a variable of the environment, or found under one of its names. */
export function findProgram(variable: string, ...names: readonly string[]): string | undefined {
  return process.env[variable] ?? names.map(which).find(Boolean);
}

function which(name: string): string | undefined {
  const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Starts a program, and waits until it has said something on one of its first four streams. */
export async function startProgram(
  path: string,
  args: readonly string[],
  { says, env = {} }: { says: RegExp; env?: Record<string, string> },
): Promise<{ said: string; stop(signal?: NodeJS.Signals): Promise<void> }> {
  const child = spawn(path, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of child.stdio.slice(1))
    stream?.on('data', (data: Buffer) => (output += data.toString()));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  };
  child.once('error', (error) => (output += String(error)));
  try {
    const said = await untilGiven(`word of ${path}`, () => Promise.resolve(says.exec(output)?.[1]));
    return { said, stop };
  } catch (error) {
    await stop();
    throw new Error(`${path} did not start:\n${output}`, { cause: error });
  }
}
