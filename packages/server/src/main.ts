import { pino } from 'pino';
import { parseSettings, settingsHelp, SettingsError, type ServerSettings } from './server-settings.ts';
import { startServer, writeReadyFile } from './start.ts';

await run();

async function run(): Promise<void> {
  try {
    const settings = parseSettings(process.argv.slice(2), process.env);
    if (settings === 'help') console.log(settingsHelp());
    else await serve(settings);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(`oriel: ${error.message}`);
    process.exitCode = 1;
  }
}

async function serve(settings: ServerSettings): Promise<void> {
  const logger = pino({ level: settings.logLevel });
  const server = await startServer({
    settings,
    logger,
    onProgress: (message) => console.log(`${message} …`),
  });
  await writeReadyFile(settings.dataDir, { url: server.url, pid: process.pid });
  console.log(`Oriel is ready at ${server.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void server.stop().then(() => process.exit(0));
    });
  }
}
