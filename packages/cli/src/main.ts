import { createClient } from '@oriel/client';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, type Effects } from './command.ts';
import { run } from './run.ts';

const args = process.argv.slice(2);

const effects: Effects = {
  print: (line) => console.log(line),
  async connect() {
    const ready = await readReadyFile();
    const baseUrl = valueOf('--url') ?? process.env['ORIEL_URL'] ?? ready.url;
    const apiKey = valueOf('--api-key') ?? process.env['ORIEL_API_KEY'] ?? ready.apiKey;
    if (baseUrl === undefined) throw new CommandError('No server is known: set ORIEL_URL or give --url');
    if (apiKey === undefined)
      throw new CommandError('No API key is known: set ORIEL_API_KEY or give --api-key');
    return createClient({ baseUrl: baseUrl.replace(/\/$/, ''), apiKey });
  },
  async startServer(serverArgs) {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../server/src/main.ts'), ...serverArgs],
      {
        stdio: 'inherit',
        env: { UV_THREADPOOL_SIZE: '16', ...process.env },
      },
    );
    // The terminal tells the whole group; the server ends in order, and this process with it.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  },
};

process.exitCode = await run(args, effects);

function valueOf(flag: string): string | undefined {
  const index = args.indexOf(flag);
  return index === -1
    ? args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1)
    : args[index + 1];
}

/** What a server that was started here has left, if any. */
async function readReadyFile(): Promise<{ url?: string; apiKey?: string }> {
  const text = await readFile(join(process.env['ORIEL_DATA'] ?? '.oriel', 'ready.json'), 'utf8').catch(
    () => '{}',
  );
  return JSON.parse(text) as { url?: string; apiKey?: string };
}
