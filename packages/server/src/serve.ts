import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino, type DestinationStream } from 'pino';
import type { DemoContent } from './demo/demo-content.ts';
import type { HostPageModule } from './demo/host-page.ts';
import type { ServerSettings } from './server-settings/server-settings.ts';
import type { RunningServer } from './running-server.ts';
import { startServer, writeReadyFile } from './start.ts';

const examples = join(import.meta.dirname, '../../../examples');

/** How the product is served. */
interface ServeOptions {
  readonly settings: ServerSettings;
  /** Takes the lines of the log; default the standard output. */
  readonly log?: DestinationStream;
  /** Takes the progress of the start and the greeting, without the end of the last line. */
  print(text: string): void;
  /** Takes what went wrong beside the server itself. */
  warn(text: string): void;
  /** Takes the server that is being started, for who stops it meanwhile. */
  onStarting?(starting: Promise<RunningServer>): void;
}

/**
 * Starts the product as its settings say, with the demo and its host page where they ask for it, writes `ready.json`
 * and then prints the greeting, which tells the credentials of a first start.
 *
 * @throws as `startServer` does
 */
export async function serve({
  settings,
  log,
  print,
  warn,
  onStarting,
}: ServeOptions): Promise<RunningServer> {
  const demo = settings.demo ? await loadExample<DemoContent>('demo/src/index.ts') : undefined;
  const starting = startServer({
    settings,
    logger: pino({ level: settings.logLevel }, log),
    demo,
    onProgress: (message) => print(`${message} …`),
  });
  onStarting?.(starting);
  const server = await starting;
  const hostUrl = demo && server.hasDemo ? await startHostPage(server, { settings, demo, warn }) : undefined;
  const { firstStart } = server;
  await writeReadyFile(settings.dataDir, {
    url: server.url,
    ...(hostUrl !== undefined && { hostUrl }),
    ...(firstStart && { apiKey: firstStart.apiKey }),
    pid: process.pid,
  });
  print(greeting(server, hostUrl));
  return server;
}

/** Examples are loaded by their address: nothing of the product imports them. */
async function loadExample<T>(path: string): Promise<T> {
  return (await import(pathToFileURL(join(examples, path)).href)) as T;
}

async function startHostPage(
  server: RunningServer,
  { settings, demo, warn }: Pick<ServeOptions, 'settings' | 'warn'> & { demo: DemoContent },
): Promise<string | undefined> {
  const { describeHostPage } = await import('./demo/host-page.ts');
  const shown = await describeHostPage(server.database.db, settings.dataDir, demo);
  if (!shown) return undefined;
  const { startHost } = await loadExample<HostPageModule>('host/server.mjs');
  try {
    const { url, close } = await startHost({
      ...shown,
      port: settings.hostPort,
      host: '127.0.0.1',
      orielUrl: server.url,
      brand: settings.brand.name,
    });
    server.onStop(close);
    return url;
  } catch (error) {
    warn(
      `oriel: the demo's host page is not served: ${(error as Error).message}; choose another port with --host-page-port`,
    );
    return undefined;
  }
}

function greeting({ url, firstStart }: RunningServer, hostUrl: string | undefined): string {
  const lines = ['', '  Oriel is ready', '', `  Console     ${url}`];
  if (hostUrl !== undefined) lines.push(`  Host page   ${hostUrl}   (the demo, embedded)`);
  lines.push(`  API         ${url}/docs/api`);
  if (firstStart) {
    lines.push(
      '',
      `  Sign in     ${firstStart.email}   ${firstStart.password}`,
      `  API key     ${firstStart.apiKey}`,
      '',
      '  Both are shown this once: keep them.',
    );
  }
  return [...lines, ''].join('\n');
}
