import { parseSettings } from '@oriel/server';
import { serve } from '@oriel/server/serve';
import type { HostAnswer, HostOrder } from './server-host-client.ts';

/**
 * A process that serves many installations, one after the other or beside each other: each is a server of its own, with
 * its own data folder, database and port, as `npm start` runs it. What a server loads is loaded once, and its code is
 * warm.
 */
type Served = Awaited<ReturnType<typeof serve>>;
const running = new Map<number, Served>();

process.on('message', (order: HostOrder) => void obey(order));
process.once('disconnect', () => void end());

async function obey(order: HostOrder): Promise<void> {
  const { id } = order;
  try {
    if (order.kind === 'start') running.set(id, await start(order));
    else await stop(id);
    answer({ id, kind: 'done' });
  } catch (error) {
    answer({
      id,
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}

async function start({ id, args, env }: Extract<HostOrder, { kind: 'start' }>): Promise<Served> {
  const settings = parseSettings(args, { ...process.env, ...env });
  if (settings === 'help') throw new Error('An installation is not started for its help');
  const print = (text: string) => answer({ id, kind: 'printed', text: `${text}\n` });
  return serve({
    settings,
    print,
    warn: print,
    log: { write: (line) => answer({ id, kind: 'printed', text: line }) },
  });
}

async function stop(id: number): Promise<void> {
  const server = running.get(id);
  running.delete(id);
  await server?.stop();
}

/** What it was started by has gone. */
async function end(): Promise<void> {
  await Promise.allSettled([...running.keys()].map(stop));
  process.exit();
}

function answer(message: HostAnswer): void {
  // The channel is closed when what it was started by has gone, and then nobody waits for an answer.
  if (process.connected) process.send?.(message);
}
