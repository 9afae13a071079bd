import { mkdirSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { createFrames } from '../protocol/frames.ts';
import { createStatsCounter } from '../protocol/runtime-stats.ts';
import { lowerThreads } from '../sources/connection/thread-priority.ts';
import type { FromRuntime, ToRuntime } from './messages/messages.ts';
import { createRuntimeServer, type RuntimeServer } from './runtime-server.ts';

/**
 * The entry of a runtime's process. The engine speaks to it over the file descriptor below; it answers there, and ends
 * when the other end is closed, however that has happened.
 */
const CHANNEL = 3;
const PULSE_MS = 200;
/** What queries change in a moment is told at once, to spare messages. */
const STATS_MS = 20;

const channel = new Socket({ fd: CHANNEL });
const frames = createFrames<FromRuntime, ToRuntime>(channel, receive);
const stats = createStatsCounter(tellSoon);
let server: RuntimeServer | undefined;
let statsTimer: NodeJS.Timeout | undefined;

// Who presses Ctrl-C, or stops a whole group of processes, means the server, which ends this process in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// An exit in order would wait for the threads that run statements, and then nobody would hear of it.
process.on('uncaughtException', (error) => {
  writeSync(process.stderr.fd, `${error.stack ?? error.message}\n`);
  endNow();
});
channel.on('error', endNow);
channel.on('close', endNow);
channel.on('end', endNow);

function receive(message: ToRuntime): void {
  if (message.kind === 'start') return start(message);
  if (!server) throw new Error(`A ${message.kind} came before the start`);
  if (message.kind === 'close') return void close(server);
  void server.receive(message);
}

function start({ start }: Extract<ToRuntime, { kind: 'start' }>): void {
  const { spillDirectory } = start.duckdb;
  // DuckDB makes one folder and not those above it.
  if (spillDirectory !== undefined) mkdirSync(spillDirectory, { recursive: true, mode: 0o700 });
  server = createRuntimeServer({
    start,
    count: stats.count,
    onStuck: () => frames.send({ kind: 'stuck' }),
    onStarted: lowerThreads,
    send(message, chunks) {
      // Ahead of the answer, so that who has it finds its numbers.
      tellStats();
      frames.send(message, chunks);
    },
  });
  setInterval(
    () => frames.send({ kind: 'pulse', residentBytes: process.memoryUsage.rss() }),
    PULSE_MS,
  ).unref();
  frames.send({ kind: 'ready' });
}

function tellSoon(): void {
  statsTimer ??= setTimeout(tellStats, STATS_MS).unref();
}

function tellStats(): void {
  clearTimeout(statsTimer);
  statsTimer = undefined;
  const changed = stats.takeChanged();
  if (changed) frames.send({ kind: 'stats', stats: changed });
}

async function close(closed: RuntimeServer): Promise<void> {
  await closed.close();
  process.exit(0);
}

function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}
