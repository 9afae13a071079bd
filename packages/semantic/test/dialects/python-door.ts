import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A program in Python that answers each line of JSON with one. */
export interface PythonDoor {
  /** @throws with what the program says of it, and with its last words when it has ended */
  ask(question: object): Promise<unknown>;
  close(): Promise<void>;
}

/** The Python that `npm run engines -- NAME` has brought, or how to get it. */
export function findPython(name: string): { readonly python: string } | { readonly missing: string } {
  const folder = process.env['ORIEL_ENGINES'] ?? join(homedir(), '.cache', 'oriel-engines');
  const python = join(folder, name, 'bin/python');
  return existsSync(python) ? { python } : { missing: `\`npm run engines -- ${name}\` brings it` };
}

/** Starts a program, a path, which ends with the end of its input. */
export function openPythonDoor(
  python: string,
  program: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): PythonDoor {
  const child = spawn(python, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  let lastWords = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2_000);
  });
  // Its end is told by the answers that do not come.
  child.stdin.on('error', () => {});
  let turn: Promise<unknown> = Promise.resolve();
  const askNow = async (question: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error(`${program} has ended: ${lastWords}`);
    // A line of the program.
    const answer = JSON.parse(String(value)) as { readonly error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
  return {
    ask(question) {
      const asked = turn.then(() => askNow(question));
      turn = asked.catch(() => {});
      return asked;
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
