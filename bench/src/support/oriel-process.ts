import { createClient, type Client } from '@oriel/client';
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const server = join(import.meta.dirname, '../../../packages/server');

/** The server with the demo in a process of its own, so that a benchmark's client does not wait for its own server. */
export interface OrielProcess {
  dataDir: string;
  url: string;
  pid: number;
  /** Of the administrator. */
  apiKey: string;
  /** As the administrator. */
  client: Client;
  /** Sends a request over one connection that is kept, and answers with the body. */
  post(path: string, body: object): Promise<string>;
  stop(): Promise<void>;
}

export async function startOrielProcess(flags: readonly string[] = []): Promise<OrielProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
  await chmod(dataDir, 0o755);
  const settings = ['--data', dataDir, '--port', '0', '--host', '127.0.0.1', '--host-page-port', '0'];
  // Measures what the server can do, and not what one key may take of it.
  const limits = ['--rate-limit', '0', '--rate-limit-tenant', '0'];
  const { nodeFlags, env } = JSON.parse(
    await readFile(join(server, 'process-options.json'), 'utf8'),
    // As `npm start` does.
  ) as { nodeFlags: string[]; env: Record<string, string> };
  const main = join(server, 'src/main.ts');
  const child = spawn(
    process.execPath,
    [...process.execArgv, ...nodeFlags, main, ...settings, ...limits, ...flags],
    {
      env: { ...env, ...process.env },
      stdio: 'ignore',
    },
  );
  const { url, apiKey } = await waitForReady(dataDir);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    dataDir,
    url,
    // It is running: it has written where it is.
    pid: child.pid ?? Number.NaN,
    apiKey,
    client: createClient({ baseUrl: url, apiKey }),
    post: (path, body) => send(agent, new URL(path, url), apiKey, body),
    stop: async () => {
      agent.destroy();
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitForReady(dataDir: string): Promise<{ url: string; apiKey: string }> {
  for (;;) {
    const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => '');
    if (text.endsWith('\n')) return JSON.parse(text) as { url: string; apiKey: string };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function send(agent: Agent, url: URL, apiKey: string, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    call.once('error', reject);
    call.end(JSON.stringify(body));
  });
}
