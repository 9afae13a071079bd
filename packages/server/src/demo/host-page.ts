import type { Db } from '../db/database.ts';
import { hashSecret } from '../identity/credentials/secrets.ts';
import { makeAdminKey } from '../install/first-start.ts';
import type { DemoContent } from './demo-content.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the host page's server is started with, as `examples/host` reads it. */
export interface HostPageOptions {
  port: number;
  host: string;
  orielUrl: string;
  apiKey: string;
  deploymentId: number;
  brand: 'svc' | 'cube';
  dashboards: object[];
  tenants: object[];
}

/** What `examples/host` exports. */
export interface HostPageModule {
  startHost(options: HostPageOptions): Promise<{ url: string; close(): Promise<void> }>;
}

/** Which dashboards and tenants the demo's host page shows; undefined where the demo is not there. */
export async function describeHostPage(
  db: Db,
  dataDir: string,
  content: DemoContent,
): Promise<Pick<HostPageOptions, 'apiKey' | 'deploymentId' | 'dashboards' | 'tenants'> | undefined> {
  const rows = await db
    .selectFrom('dashboards')
    .innerJoin('workbooks', 'workbooks.id', 'dashboards.workbookId')
    .select(['dashboards.publicId', 'dashboards.deploymentId', 'workbooks.name', 'workbooks.slug'])
    .where(
      'workbooks.slug',
      'in',
      content.workspace.workbooks.map(({ slug }) => slug),
    )
    .orderBy('dashboards.id')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const filters = [
    {
      member: 'network.origin_state',
      label: 'From state',
      values: [...new Set(content.embedTenants.flatMap(({ states }) => states))],
    },
  ];
  return {
    apiKey: await ensureHostKey(db, dataDir),
    deploymentId: first.deploymentId,
    dashboards: rows.map((row) => ({
      publicId: row.publicId,
      title: row.name,
      note: content.workspace.workbooks.find(({ slug }) => slug === row.slug)?.description,
      heightPx: 1080,
      filters,
    })),
    tenants: content.embedTenants.map(({ name, displayName, note, states }) => ({
      id: name,
      name: displayName,
      note,
      session: {
        externalId: `viewer@${name}`,
        embedTenantName: name,
        embedTenantProfile: { displayName },
        userAttributes: [{ name: content.statesAttribute.name, value: states }],
      },
      // In creator mode a customer has attributes of its own.
      creator: { userAttributeDefinitions: [content.statesAttribute] },
    })),
  };
}

/** The host page's own key, kept beside the demo's data so that later starts have it as well. */
async function ensureHostKey(db: Db, dataDir: string): Promise<string> {
  const file = join(dataDir, 'demo', 'host-page-key');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (
    kept !== '' &&
    (await db.selectFrom('apiKeys').select('id').where('hash', '=', hashSecret(kept)).executeTakeFirst())
  )
    return kept;
  const key = await makeAdminKey(db, 'Host page of the demo');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}
