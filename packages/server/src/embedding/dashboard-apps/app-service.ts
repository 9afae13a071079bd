import {
  refuse,
  type Dashboard,
  type DashboardAppAddress,
  type DashboardAppPreview,
  type DashboardAppSource,
  type DashboardConfig,
  type ReportSnapshot,
  type ServerBrand,
} from '@oriel/contract';
import type { EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import type { Database } from '../../db/database.ts';
import { hashSecret, makeSecret } from '../../identity/credentials/secrets.ts';
import { checkApp, entryPath } from '../../workspace/dashboard-apps/app-source.ts';
import { previewSnapshots } from '../../workspace/workbooks/dashboards/dashboard-publishing.ts';
import type { WorkspaceScope } from '../../workspace/workspace-scope.ts';
import { addressClaims } from './app-claims.ts';
import { createAppStore, type AppAddress } from './app-store.ts';

/** Where the files of apps are served. */
export const APPS_PATH = '/embed/apps/';

/** Makes the service of the addresses of apps. */
export function createAppService(
  database: Pick<Database, 'db' | 'pool'>,
  { brand }: { brand: Pick<ServerBrand, 'securityContextKey'> },
) {
  const store = createAppStore(database);
  const giveOut = async (
    { claims, ...address }: Omit<AppAddress, 'hash'>,
    config: Pick<DashboardConfig, 'app'>,
  ): Promise<DashboardAppAddress> => {
    const secret = makeSecret();
    await store.insertAddress({ ...address, claims, hash: hashSecret(secret) });
    return {
      path: `${APPS_PATH}${secret}/${entryPath(config)}`,
      expiresAt: new Date(claims.expiresAtMs).toISOString(),
    };
  };
  return {
    /**
     * An address of the files of a dashboard that the viewer has been shown: a random text, which lasts for an hour,
     * and not longer than the viewer's credential.
     *
     * @throws `invalid_request` for a dashboard that is no app, `validation_failed` for one that an older version has
     * stored without its entry
     */
    addressOf(
      viewer: UserPrincipal | EmbedPrincipal,
      { deploymentId, versionId, publicId, config }: Dashboard,
    ): Promise<DashboardAppAddress> {
      if (config.kind !== 'APP')
        throw refuse('invalid_request', {
          reason: `the dashboard ${publicId} is made of widgets, and is no app`,
        });
      checkApp(config, 'config');
      const claims = addressClaims(viewer, { deploymentId, operation: 'getDashboardAppAddress', brand });
      return giveOut({ claims, deploymentId, shows: { versionId } }, config);
    },
    /**
     * An address of files that are not saved, with the reports that they may ask for. It takes the place of the
     * author's last one for the workbook.
     *
     * @throws `validation_failed` for what could not be published; 404 and 403
     */
    async preview(
      scope: WorkspaceScope,
      workbookId: number,
      app: DashboardAppSource,
    ): Promise<DashboardAppPreview> {
      const { actor, deploymentId } = scope;
      const snapshots = await previewSnapshots(database.db, scope, workbookId);
      checkApp({ kind: 'APP', app }, '');
      const claims = addressClaims(actor, { deploymentId, operation: 'createDashboardAppPreview', brand });
      const address = await giveOut({ claims, deploymentId, shows: { workbookId, app } }, { app });
      const reportSnapshots = snapshots.map(
        // What is not frozen has no id of its own.
        (snapshot) => ({ ...snapshot, id: snapshot.reportId }) as ReportSnapshot,
      );
      return { ...address, reportSnapshots };
    },
  };
}
