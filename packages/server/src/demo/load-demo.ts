import type { FastifyInstance } from 'fastify';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/database.ts';
import { createDeployment } from '../deployments/create-deployment.ts';
import { hashSecret } from '../identity/credentials/secrets.ts';
import { ADMIN_EMAIL, getFirstAdmin, makeAdminKey } from '../install/first-start.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { DemoContent, DemoFolder, DemoReport, DemoWidget } from './demo-content.ts';

const DEPLOYMENT_NAME = 'Flights';
const DATA_PATH = 'demo/flights.duckdb';

/** What the demo is created with. */
interface DemoOptions {
  app: FastifyInstance;
  db: Db;
  dataDir: string;
  keyring: Keyring;
  content: DemoContent;
  onProgress(message: string): void;
}

/**
 * Fills an empty installation with the demo. Its deployment stands at the step `demo` until it is complete; a start
 * that finds it there deletes it and begins anew.
 *
 * @returns whether the demo is there
 */
export async function ensureDemo(options: DemoOptions): Promise<boolean> {
  const { db } = options;
  const { tenantId } = await getFirstAdmin(db);
  const deployments = await db
    .selectFrom('deployments')
    .select(['id', 'name', 'creationStep'])
    .where('tenantId', '=', tenantId)
    .execute();
  const demo = deployments.find(({ name }) => name === DEPLOYMENT_NAME);
  if (demo?.creationStep === 'ready') return true;
  if (demo?.creationStep === 'demo') await db.deleteFrom('deployments').where('id', '=', demo.id).execute();
  else if (deployments.length > 0) return false;
  await loadDemo(options, tenantId);
  return true;
}

async function loadDemo(
  { app, db, dataDir, keyring, content, onProgress }: DemoOptions,
  tenantId: number,
): Promise<void> {
  const dataFile = join(dataDir, DATA_PATH);
  if (!(await stat(dataFile).catch(() => undefined))) {
    onProgress('Loading three million flights');
    await content.buildData(dataFile);
  }
  onProgress('Making the demo workspace');
  const deployment = await createDeployment({ db, dataDir, keyring }, tenantId, {
    name: DEPLOYMENT_NAME,
    creationStep: 'demo',
    variables: { CUBEJS_DB_TYPE: 'duckdb', CUBEJS_DB_DUCKDB_DATABASE_PATH: DATA_PATH },
    model: {
      files: await content.readModel(),
      message: 'Add the model of the flights',
      author: { name: 'Oriel', email: ADMIN_EMAIL },
    },
  });
  if (!deployment) throw new Error(`There is a deployment named ${DEPLOYMENT_NAME} already`);
  const deploymentId = deployment.id;
  await addAudience(db, tenantId, content);

  const key = await makeAdminKey(db, 'Demo');
  const workbookIds = await makeWorkspace(createCaller(app, key, deploymentId), content);
  await db.deleteFrom('apiKeys').where('hash', '=', hashSecret(key)).execute();
  await shareWithTenants(db, tenantId, deploymentId, workbookIds, content);
  await db.updateTable('deployments').set({ creationStep: 'ready' }).where('id', '=', deploymentId).execute();
}

/** The group that sees every row, with the administrator in it, and the attribute that narrows everybody else. */
async function addAudience(
  db: Db,
  tenantId: number,
  { statesAttribute, embedTenants }: DemoContent,
): Promise<void> {
  const { userId } = await getFirstAdmin(db);
  const { id: groupId } = await db
    .insertInto('groups')
    .values({ tenantId, name: 'analysts', description: 'See every row' })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'name']).doUpdateSet({ description: 'See every row' }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('groupMembers')
    .values({ groupId, userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('userAttributes')
    .values({
      tenantId,
      name: statesAttribute.name,
      type: statesAttribute.type,
      displayName: statesAttribute.displayName,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const { name, displayName } of embedTenants) {
    await db
      .insertInto('embedTenants')
      .values({ tenantId, name, displayName })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

type Caller = <T = { id: number }>(method: 'POST' | 'PUT', path: string, body: object) => Promise<T>;

/** Calls the deployment's own API in process, so that the demo is made as any client would make it. */
function createCaller(app: FastifyInstance, key: string, deploymentId: number): Caller {
  return async <T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T> => {
    const answer = await app.inject({
      method,
      url: `/api/v1/deployments/${deploymentId}${path}`,
      headers: { authorization: `Bearer ${key}` },
      payload: body,
    });
    if (answer.statusCode >= 300)
      throw new Error(
        `The demo could not be made: ${method} ${path} answered ${answer.statusCode} ${answer.body}`,
      );
    return answer.json() as T;
  };
}

async function makeWorkspace(call: Caller, { workspace }: DemoContent): Promise<number[]> {
  const folderIds = new Map<string, number>();
  const makeFolders = async (folders: readonly DemoFolder[], parentId: number | null): Promise<void> => {
    for (const folder of folders) {
      const { id } = await call('POST', '/folders', { name: folder.name, parentId });
      folderIds.set(folder.name, id);
      await makeFolders(folder.folders ?? [], id);
    }
  };
  await makeFolders(workspace.folders, null);
  for (const { folder, ...report } of workspace.explorations)
    await call('POST', '/reports', { ...toInput(report), folderId: folderIds.get(folder) });
  const workbookIds: number[] = [];
  for (const workbook of workspace.workbooks) {
    const { id } = await call('POST', '/workbooks', {
      name: workbook.name,
      folderId: folderIds.get(workbook.folder),
    });
    await call('PUT', `/workbooks/${id}`, { slug: workbook.slug });
    const reportIds = new Map<string, number>();
    for (const report of workbook.reports)
      reportIds.set(report.key, (await call('POST', '/reports', { ...toInput(report), workbookId: id })).id);
    const widgets = workbook.widgets.map((widget) => withReportIds(widget, reportIds));
    await call('PUT', `/workbooks/${id}/dashboard`, {
      dashboardDraft: { title: workbook.name, description: workbook.description, widgets },
    });
    await call('POST', `/workbooks/${id}/publish`, { workbookId: id, allowEmbed: true });
    workbookIds.push(id);
  }
  return workbookIds;
}

function toInput({ name, query, meta }: DemoReport): object {
  return { name, jsonQuery: JSON.stringify(query), meta };
}

function withReportIds(widget: DemoWidget, ids: ReadonlyMap<string, number>): DemoWidget {
  const { report, children, ...config } = widget.config;
  return {
    ...widget,
    config: {
      ...config,
      ...(typeof report === 'string' && { reportId: ids.get(report) }),
      // Children are widgets themselves; the demo's own content says so.
      ...(Array.isArray(children) && {
        children: (children as DemoWidget[]).map((child) => withReportIds(child, ids)),
      }),
    },
  };
}

async function shareWithTenants(
  db: Db,
  tenantId: number,
  deploymentId: number,
  workbookIds: readonly number[],
  { embedTenants }: DemoContent,
): Promise<void> {
  const tenants = await db
    .selectFrom('embedTenants')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where(
      'name',
      'in',
      embedTenants.map(({ name }) => name),
    )
    .execute();
  const grants = workbookIds.flatMap((workbookId) =>
    tenants.map(
      ({ id }) =>
        ({
          deploymentId,
          resourceType: 'WORKBOOK',
          resourceId: workbookId,
          subjectType: 'EMBED_TENANT',
          subjectId: id,
          level: 1,
        }) as const,
    ),
  );
  await db
    .insertInto('grants')
    .values(grants)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
