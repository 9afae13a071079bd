import { connectDatabase } from '@oriel/server';
import { createTestApp } from '@oriel/server/test';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { fillWorkspace, type ListCallers } from './list-data.ts';
import { createListFloor } from './list-floor.ts';

/** What the parent is sent when both servers listen. */
export interface ListServers {
  readonly port: number;
  readonly deploymentId: number;
  readonly callers: ListCallers;
}

/**
 * What a process of the benchmark serves: Oriel on data of a size that it makes, or the floor on the data of the other.
 */
type Wanted = { size: number } | { connection: object; deploymentId: number };

/** Serves until it is disconnected from its parent, so that the client waits for neither. */
async function serve(wanted: Wanted): Promise<void> {
  if ('size' in wanted) {
    const world = await createTestApp();
    const callers = await fillWorkspace(world, wanted.size);
    const { deploymentId } = world;
    process.send?.({
      port: await listen(world.app),
      deploymentId,
      callers,
      connection: world.database.connection,
    });
    process.once('disconnect', () => void world.close());
    return;
  }
  const database = connectDatabase(wanted.connection);
  const app = createListFloor(database, wanted.deploymentId);
  process.send?.({ port: await listen(app) });
  process.once('disconnect', () => void app.close().then(() => database.close()));
}

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  // A server that listens on a port has an address with it.
  return (app.server.address() as AddressInfo).port;
}

process.once('message', (wanted: Wanted) => {
  void serve(wanted);
  // Whatever comes later asks for the processor time that this process has taken, in milliseconds.
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
  });
});
