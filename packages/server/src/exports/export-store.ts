import { limits, type DashboardExportStatus, type ExportFormat } from '@oriel/contract';
import { sql } from 'kysely';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import type { ExportRequest } from '../db/values/stored-renderings.ts';

/** An export as its submitter sees it. */
export interface ExportRow {
  id: string;
  publicId: string;
  format: ExportFormat;
  status: DashboardExportStatus;
  error: string | null;
  expiresAt: string;
}

/** An export with everything that drawing it takes. */
export interface ExportToDraw extends ExportRow {
  deploymentId: number;
  deployBranch: string;
  tenantId: number;
  request: ExportRequest;
}

/** An export to start. */
interface NewExport {
  readonly id: string;
  readonly deploymentId: number;
  readonly dashboardId: number;
  readonly userId: number;
  /** The same for all exports under the rights of one person. */
  readonly subject: string;
  readonly format: ExportFormat;
  readonly request: ExportRequest;
}

/** Makes the store of exports of dashboards. */
export function createExportStore(db: Db) {
  return bindFirst(db, { lockSubject, countUnderWay, insert, find, findContent, begin, complete, fail });
}

/** Until the transaction ends nobody else starts an export under the rights of this person. */
async function lockSubject(db: Db, deploymentId: number, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`export ${deploymentId} ${subject}`}, 0))`.execute(
    db,
  );
}

async function countUnderWay(db: Db, deploymentId: number, subject: string): Promise<number> {
  const { count } = await db
    .selectFrom('dashboardExports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deploymentId', '=', deploymentId)
    .where('subject', '=', subject)
    .where('status', 'in', ['pending', 'processing'])
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow();
  return count;
}

async function insert(db: Db, values: NewExport): Promise<{ expiresAt: string }> {
  return db
    .insertInto('dashboardExports')
    .values({
      ...values,
      request: JSON.stringify(values.request),
      expiresAt: sql<string>`now() + make_interval(secs => ${limits.EXPORT_TTL_SECONDS})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
}

/** An export of a user that has not expired. */
async function find(
  db: Db,
  deploymentId: number,
  userId: number,
  id: string,
): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    select e.id, b.public_id, e.format, e.status, e.error, e.expires_at
    from dashboard_exports e join dashboards b on b.id = e.dashboard_id
    where e.deployment_id = ${deploymentId} and e.user_id = ${userId} and e.id = ${id} and e.expires_at > now()`.execute(
    db,
  );
  return rows[0];
}

async function findContent(
  db: Db,
  deploymentId: number,
  userId: number,
  id: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('dashboardExports')
    .select('content')
    .where('deploymentId', '=', deploymentId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.content ?? undefined;
}

/** Takes an export that is to be drawn; undefined for one that has expired, or is done. */
async function begin(db: Db, id: string): Promise<ExportToDraw | undefined> {
  const { rows } = await sql<ExportToDraw>`
    update dashboard_exports e set status = 'processing' from dashboards b, deployments d
    where e.id = ${id} and b.id = e.dashboard_id and d.id = e.deployment_id and e.expires_at > now()
      and e.status in ('pending', 'processing')
    returning e.id, b.public_id, e.format, e.status, e.error, e.expires_at, e.deployment_id, d.deploy_branch,
      d.tenant_id, e.request`.execute(db);
  return rows[0];
}

async function complete(db: Db, id: string, content: Buffer): Promise<void> {
  await db
    .updateTable('dashboardExports')
    .set({ status: 'completed', content })
    .where('id', '=', id)
    .execute();
}

async function fail(db: Db, id: string, error: string): Promise<void> {
  await db.updateTable('dashboardExports').set({ status: 'failed', error }).where('id', '=', id).execute();
}
