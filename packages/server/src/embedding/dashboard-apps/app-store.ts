import type { Dashboard } from '@oriel/contract';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { queryPrepared } from '../../db/prepared.ts';
import { tenantOfHost } from '../../identity/credential-store.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { showEmbedSecret, type TokenSecretColumns } from '../../secrets/token-secrets.ts';
import { DEFAULT_ENTRY } from '../../workspace/dashboard-apps/app-source.ts';
import type { AppCapability } from './app-capability.ts';

/** The SQL of the files of published apps. */
export type AppStore = ReturnType<typeof createAppStore>;

/** Makes the store of the files of published apps. */
export function createAppStore(database: Pick<Database, 'db' | 'pool'>, keyring: Keyring) {
  return {
    /** The account of a host, with the secret that its addresses are signed with; undefined before there is an account. @throws `unavailable` */
    async findSecret(host: string): Promise<{ tenantId: number; secret: string } | undefined> {
      const [row] = await queryPrepared(
        database,
        sql<{ tenantId: number } & TokenSecretColumns>`
          select t.id as tenant_id, t.embed_secret as plain_secret, e.encrypted_secret, e.key_id
          from tenants t left join embed_secrets e on e.tenant_id = t.id
          where t.id = ${tenantOfHost(host)}`,
      );
      return row && { tenantId: row.tenantId, secret: await showEmbedSecret(keyring, row.tenantId, row) };
    },
    /** A file of a version, as long as its dashboard is published; undefined where there is none of the name. */
    async findFile(
      tenantId: number,
      { deploymentId, versionId }: Pick<AppCapability, 'deploymentId' | 'versionId'>,
      name: string,
    ): Promise<string | undefined> {
      const [row] = await queryPrepared(
        database,
        sql<{ content: string | null }>`
          select case
            when v.config #>> '{app,html}' <> '' and ${name}::text = ${DEFAULT_ENTRY}::text then v.config #>> '{app,html}'
            else v.config #> '{app,files}' ->> ${name}::text end as content
          from dashboard_versions v
          join dashboards b on b.id = v.dashboard_id and b.status = 'published' and b.deployment_id = ${deploymentId}::integer
          join deployments d on d.id = b.deployment_id and d.tenant_id = ${tenantId}::integer
          where v.id = ${versionId}::integer and v.config ->> 'kind' = 'APP'`,
      );
      return row?.content ?? undefined;
    },
  };
}

/** The file that an app is opened with; an app that is one document has the name of the default. */
export function entryOf({ app }: Pick<Dashboard['config'], 'app'>): string {
  return app?.html ? DEFAULT_ENTRY : (app?.entry ?? DEFAULT_ENTRY);
}
