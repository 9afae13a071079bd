import type { RunningServer } from './running-server.ts';
import { serve } from './serve.ts';
import { parseSettings } from './server-settings/parse-settings.ts';
import { settingsHelp } from './server-settings/setting-descriptions.ts';
import { SettingsError } from './settings-error.ts';
import { STOP_TIMEOUT_MS } from './start.ts';

await run();

async function run(): Promise<void> {
  try {
    const settings = parseSettings(process.argv.slice(2), process.env);
    if (settings === 'help') return console.log(settingsHelp());
    await serve({
      settings,
      print: (text) => console.log(text),
      warn: (text) => console.error(text),
      onStarting: stopOnSignals,
    });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(`oriel: ${error.message}`);
    process.exit(1);
  }
}

/**
 * One press of Ctrl-C comes several times: from the terminal, and from whatever has started this process and hands it
 * on.
 */
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
