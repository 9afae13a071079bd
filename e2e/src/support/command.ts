import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** What a command ended with. */
export interface CommandOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command of `oriel` that runs. */
export interface RunningCommand {
  /** Resolves with the first line of the error output. */
  readonly firstError: Promise<string>;
  readonly outcome: Promise<CommandOutcome>;
}

const bin = join(import.meta.dirname, '../../../packages/cli/bin/oriel.mjs');

/** Starts the `oriel` command in a folder, which is also where it keeps its logins, on a machine without a display. */
export function startCommand(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningCommand {
  const own = { XDG_CONFIG_HOME: cwd, APPDATA: cwd, DISPLAY: '', WAYLAND_DISPLAY: '', BROWSER: '' };
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('ORIEL_'));
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { ...Object.fromEntries(outside), ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const read = { stdout: '', stderr: '' };
  const firstError = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => (read.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    read.stderr += text;
    const end = read.stderr.indexOf('\n');
    if (end !== -1) firstError.resolve(read.stderr.slice(0, end));
  });
  const outcome = new Promise<CommandOutcome>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      firstError.resolve('');
      resolve({ code, ...read });
    });
  });
  return { firstError: firstError.promise, outcome };
}
