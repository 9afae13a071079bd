import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Runs the server's commands for its operator, and answers with the exit code. */
export async function runOperator(args: readonly string[]): Promise<number> {
  const main = join(import.meta.dirname, '../../server/src/operator/main.ts');
  const child = spawn(process.execPath, [main, ...args], { stdio: 'inherit' });
  await once(child, 'exit');
  return child.exitCode ?? 1;
}
