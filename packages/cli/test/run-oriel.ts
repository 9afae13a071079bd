import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const bin = join(import.meta.dirname, '../bin/oriel.mjs');
const main = join(import.meta.dirname, '../src/main.ts');

export interface CommandOutcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  cwd: string;
  env?: Readonly<Record<string, string>>;
  /** The whole standard input, or `pipe` for a test that writes it itself; absent: there is none. */
  input?: 'pipe' | { readonly text: string };
  /** Whether the process is the command itself, which a signal that cannot be passed on ends. */
  isWithoutLauncher?: boolean;
}

/** Starts the real command, as a shell does, with no variable of ours but the given ones. */
export function spawnOriel(
  args: readonly string[],
  { cwd, env = {}, input, isWithoutLauncher = false }: CommandOptions,
): { child: ChildProcess; outcome: Promise<CommandOutcome> } {
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('ORIEL_'));
  const child = spawn(process.execPath, [isWithoutLauncher ? main : bin, ...args], {
    cwd,
    // Without the logins of the user of this machine.
    env: { ...Object.fromEntries(outside), XDG_CONFIG_HOME: cwd, APPDATA: cwd, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  if (typeof input === 'object') child.stdin?.end(input.text);
  const read = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (read[name] += text));
  const outcome = new Promise<CommandOutcome>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...read }));
  });
  return { child, outcome };
}

/** Runs the real command to its end. */
export function runOriel(args: readonly string[], options: CommandOptions): Promise<CommandOutcome> {
  return spawnOriel(args, options).outcome;
}
