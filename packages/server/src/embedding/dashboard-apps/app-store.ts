import type { DashboardAppSource } from '@oriel/contract';
import { DEFAULT_APP_ENTRY } from '@oriel/contract/app-files';
import { sql } from 'kysely';
import type { CredentialClaims } from '../../access/credential-claims.ts';
import type { Database } from '../../db/database.ts';
import { queryPrepared } from '../../db/statements/prepared.ts';
import { tenantOfHost } from '../../identity/credentials/credential-store.ts';

/** An address of the files of an app. */
export interface AppAddress {
  /** Of the random part. */
  readonly hash: Buffer;
  readonly claims: CredentialClaims & { readonly expiresAtMs: number };
  readonly deploymentId: number;
  /** A published version, or an app that its author tries. */
  readonly shows:
    | { readonly versionId: number }
    | { readonly workbookId: number; readonly app: DashboardAppSource };
}

/** A file that was asked for by an address; `content` is undefined where there is none of the name. */
interface FoundFile {
  readonly claims: CredentialClaims;
  readonly content: string | undefined;
}

/** Makes the store of the files of apps. */
export function createAppStore(database: Pick<Database, 'db' | 'pool'>) {
  return {
    /** Stores one. A preview takes the place of the one before of the same author and workbook. */
    async insertAddress({ hash, claims, deploymentId, shows }: AppAddress): Promise<void> {
      const isPreview = 'app' in shows;
      await sql`
        with replaced as (
          delete from dashboard_app_addresses
          where workbook_id = ${isPreview ? shows.workbookId : null}::integer
            and claims #>> '{maker,userId}' is not distinct from ${textOf(claims.maker?.userId)}::text
            and claims #>> '{viewer,holder}' is not distinct from ${textOf(claims.viewer?.holder)}::text
        )
        insert into dashboard_app_addresses
          (hash, tenant_id, deployment_id, claims, version_id, workbook_id, app, expires_at)
        values (${hash}, ${claims.tenantId}, ${deploymentId}, ${JSON.stringify(claims)},
          ${isPreview ? null : shows.versionId}, ${isPreview ? shows.workbookId : null},
          ${isPreview ? JSON.stringify(shows.app) : null}, ${new Date(claims.expiresAtMs).toISOString()})`.execute(
        database.db,
      );
    },
    /**
     * A file by an address of the account of a host, as long as the dashboard is published; undefined for an address
     * that there is not, or that is over.
     */
    async findFile(host: string, hash: Buffer, name: string): Promise<FoundFile | undefined> {
      const [row] = await queryPrepared(
        database,
        sql<{ claims: CredentialClaims; content: string | null }>`
          select a.claims, case
            when s.app ->> 'html' <> '' and ${name}::text = ${DEFAULT_APP_ENTRY}::text then s.app ->> 'html'
            else s.app -> 'files' ->> ${name}::text end as content
          from dashboard_app_addresses a
          left join dashboard_versions v on v.id = a.version_id and v.config ->> 'kind' = 'APP' and exists (
            select from dashboards b where b.id = v.dashboard_id and b.status = 'published' and b.deployment_id = a.deployment_id)
          cross join lateral (select coalesce(a.app, v.config -> 'app') as app) s
          where a.hash = ${hash} and a.tenant_id = ${tenantOfHost(host)} and a.expires_at > now()`,
      );
      return row && { claims: row.claims, content: row.content ?? undefined };
    },
  };
}

const textOf = (value: number | string | undefined) => (value === undefined ? null : String(value));
