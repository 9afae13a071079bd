import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { jobsPart } from '../../jobs/part.ts';
import { settings } from '../../parts/inputs.ts';
import { part } from '../../parts/part.ts';
import type { ServerSettings } from '../../server-settings/server-settings.ts';
import { SettingsError } from '../../settings-error.ts';
import { applicationPart } from '../application-part.ts';
import { stoppingPart } from '../requests-part.ts';
import { serverAddressPart } from '../transport/server-address-part.ts';
import type { Stopping } from './stopping.ts';

const REQUESTS_MS = 3_000;
/** For requests that are cancelled to say so. */
const CANCELLED_MS = 300;

/** Listens, when it is told to, and answers what was accepted when the server ends. */
export const listeningPart = part({
  name: 'requests and the background work',
  needs: {
    settings,
    app: applicationPart,
    stopping: stoppingPart,
    jobs: jobsPart,
    address: serverAddressPart,
  },
  make: ({ settings, app, stopping, jobs, address }) => ({
    provides: {
      async listen(): Promise<string> {
        return (address.url = await listen(app, settings));
      },
    },
    // Together with the background work: both have the whole time.
    close: async () => {
      await Promise.all([closeApp(app, stopping), jobs.stop()]);
    },
  }),
});
async function listen(app: FastifyInstance, settings: ServerSettings): Promise<string> {
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new SettingsError(`Port ${settings.port} is in use; choose another with --port`, { cause });
    if (code === 'EACCES')
      throw new SettingsError(`Port ${settings.port} may not be used by this user; choose one above 1023`, {
        cause,
      });
    throw new SettingsError(
      `The server cannot listen on ${settings.host}:${settings.port}: ${(cause as Error).message}`,
      { cause },
    );
  }
  if (settings.baseUrl !== undefined) return settings.baseUrl;
  // A listening TCP server has an address with a port.
  const { port } = app.server.address() as AddressInfo;
  return `${settings.tls ? 'https' : 'http'}://${settings.host}:${port}`;
}

/** Answers what was accepted, refuses what comes meanwhile, and then listens no more. */
async function closeApp(app: FastifyInstance, stopping: Stopping): Promise<void> {
  await stopping.drain({ timeoutMs: REQUESTS_MS, graceMs: CANCELLED_MS });
  const closed = app.close();
  // What came at the last moment is being refused; what never asked anything would keep the server for ever.
  await Promise.race([closed, pause(CANCELLED_MS)]);
  app.server.closeAllConnections();
  await closed;
}
