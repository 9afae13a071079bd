import { refuse, type Dashboard, type DashboardAppAddress, type ServerBrand } from '@oriel/contract';
import { claimsOf, type EmbedPrincipal, type UserPrincipal } from '../../access/principal.ts';
import type { Database } from '../../db/database.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { readEmbedSecret } from '../../secrets/token-secrets.ts';
import { checkApp } from '../../workspace/dashboard-apps/app-source.ts';
import { writeCapability } from './app-capability.ts';
import { entryOf } from './app-store.ts';

/** Where the files of apps are served. */
export const APPS_PATH = '/embed/apps/';

const ADDRESS_TTL_MS = 60 * 60 * 1000;

/** Gives viewers addresses of apps. */
export type AppService = ReturnType<typeof createAppService>;

/** Makes the service of the addresses of apps. */
export function createAppService(
  { db }: Pick<Database, 'db'>,
  { keyring, brand }: { keyring: Keyring; brand: ServerBrand },
) {
  return {
    /**
     * An address of the files of a dashboard that the viewer has been shown, for an hour, but not longer than the viewer's
     * credential lasts.
     *
     * @throws `invalid_request` for a dashboard that is no app, `validation_failed` for one that an older version has stored without
     * its entry
     */
    async addressOf(
      viewer: UserPrincipal | EmbedPrincipal,
      { deploymentId, versionId, publicId, config }: Dashboard,
    ): Promise<DashboardAppAddress> {
      if (config.kind !== 'APP')
        throw refuse('invalid_request', {
          reason: `the dashboard ${publicId} is made of widgets, and is no app`,
        });
      checkApp(config, 'config');
      const secret = await readEmbedSecret(db, keyring, viewer.tenantId);
      const expiresAtMs = endOf(viewer);
      const capability = { deploymentId, versionId, viewer: nameOf(viewer) };
      const signed = writeCapability(capability, { secret, brand }, expiresAtMs);
      const entry = entryOf(config).split('/').map(encodeURIComponent).join('/');
      return { path: `${APPS_PATH}${signed}/${entry}`, expiresAt: new Date(expiresAtMs).toISOString() };
    },
  };
}

function endOf(viewer: UserPrincipal | EmbedPrincipal): number {
  const session = viewer.kind === 'user' ? viewer.consoleSession?.expiresAtMs : undefined;
  const ends = [claimsOf(viewer).expiresAtMs, session].filter((end) => end !== undefined);
  return Math.min(Date.now() + ADDRESS_TTL_MS, ...ends);
}

const nameOf = (viewer: UserPrincipal | EmbedPrincipal) =>
  viewer.kind === 'user' ? `user ${viewer.userId}` : `embed user ${viewer.embedUserId}`;
