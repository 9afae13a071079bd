import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import type { DemoContent } from './demo/demo-content.ts';
import type { HostPageModule } from './demo/host-page.ts';
import { parseSettings } from './server-settings/parse-settings.ts';
import type { ServerSettings } from './server-settings/server-settings.ts';
import { settingsHelp } from './server-settings/setting-descriptions.ts';
import { SettingsError } from './settings-error.ts';
import type { RunningServer } from './running-server.ts';
import { startServer, STOP_TIMEOUT_MS, writeReadyFile } from './start.ts';

const examples = join(import.meta.dirname, '../../../examples');

await run();

async function run(): Promise<void> {
  try {
    const settings = parseSettings(process.argv.slice(2), process.env);
    if (settings === 'help') console.log(settingsHelp());
    else await serve(settings);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(`oriel: ${error.message}`);
    process.exit(1);
  }
}

async function serve(settings: ServerSettings): Promise<void> {
  const logger = pino({ level: settings.logLevel });
  const demo = settings.demo ? await loadExample<DemoContent>('demo/src/index.ts') : undefined;
  const starting = startServer({
    settings,
    logger,
    demo,
    onProgress: (message) => console.log(`${message} …`),
  });
  stopOnSignals(starting);
  const server = await starting;
  const hostUrl = demo && server.hasDemo ? await startHostPage(server, settings, demo) : undefined;
  const { firstStart } = server;
  await writeReadyFile(settings.dataDir, {
    url: server.url,
    ...(hostUrl !== undefined && { hostUrl }),
    ...(firstStart && { apiKey: firstStart.apiKey }),
    pid: process.pid,
  });
  console.log(greeting(server, hostUrl));
}

/** Examples are loaded by their address: nothing of the product imports them. */
async function loadExample<T>(path: string): Promise<T> {
  return (await import(pathToFileURL(join(examples, path)).href)) as T;
}

async function startHostPage(
  server: RunningServer,
  settings: ServerSettings,
  demo: DemoContent,
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
    console.error(
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

/** One press of Ctrl-C comes several times: from the terminal, and from whatever has started this process and hands it on. */
const SAME_SIGNAL_MS = 200;

/** `process.exit()` would wait for every thread, also for one in a statement that its database does not interrupt. */
function endNow(): void {
  // SIGKILL tells nobody: what ends with this process, such as its database, hears of it before.
  process.emit('exit', 1);
  process.kill(process.pid, 'SIGKILL');
}

/** Ends in order at the first signal, or when the parent process has gone; at once at the second. */
function stopOnSignals(starting: Promise<RunningServer>): void {
  let stoppingSince: number | undefined;
  let part = () => 'the start';
  starting.then(
    (server) => (part = () => server.stoppingPart() ?? 'the process'),
    () => {},
  );
  const stop = (signal?: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      const isAnother = performance.now() - stoppingSince > SAME_SIGNAL_MS;
      if (signal && isAnother) endNow();
      return;
    }
    stoppingSince = performance.now();
    setTimeout(() => {
      console.error(`oriel: ${part()} did not stop in time; what was acknowledged is kept`);
      endNow();
    }, STOP_TIMEOUT_MS).unref();
    const stopped = starting.then((server) => server.stop());
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('oriel: not everything was stopped in order:', error);
        endNow();
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  process.on('disconnect', () => stop());
}
