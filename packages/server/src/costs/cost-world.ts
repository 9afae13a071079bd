import type { Dashboard } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import { vacuum } from '../test/data/vacuum.ts';
import { createModelEngine } from '../test/model-engine.ts';
import type { TestCall } from '../test/test-app.ts';
import { createWorkspaceCalls, type Person } from '../test/workspace-calls.ts';
import { createCostApp, type CostApp } from './cost-app.ts';

const model = `
cubes:
  - name: sales
    sql: "SELECT region, amount FROM (VALUES ('north', 1203), ('south', 4807), ('west', 77)) AS t(region, amount)"
    dimensions: [{ name: region, sql: region, type: string }]
    measures: [{ name: total, sql: amount, type: sum }, { name: orders, type: count }]
`;

/** The application with a model and a workspace of a few hundred items. */
export interface CostWorld extends CostApp {
  /** A plain user who owns the reports of {@link folderId}. */
  readonly person: Person;
  /** A folder of the plain user with 60 reports. */
  readonly folderId: number;
  /** Folders of the plain user without anything, to move to. */
  readonly folders: readonly [number, number];
  /** Calls the API of the deployment, and answers with what it answers. */
  deploymentCall<T = { id: number }>(
    method: TestCall['method'],
    path: string,
    options?: Pick<TestCall, 'body' | 'key' | 'headers'>,
  ): Promise<T>;
  /** Inserts reports of the plain user at the root, and answers with their ids. */
  insertReports(count: number): Promise<number[]>;
  /** A published dashboard that every embed user may see. */
  publishDashboard(): Promise<Dashboard>;
}

/** Reports at the root beside those of the plain user's folder. */
const REPORTS = 240;
const FOLDER_REPORTS = 60;

/** Makes that world. */
export async function createCostWorld(): Promise<CostWorld> {
  const engine: Engine = createModelEngine([{ path: 'sales.yml', content: model }]);
  const app = await createCostApp(engine);
  const { database, deploymentId, adminId } = app;
  const calls = createWorkspaceCalls(app);
  const deploymentCall: CostWorld['deploymentCall'] = async (method, path, options = {}) => {
    const answer = await app.ask({
      method,
      path: `/api/v1/deployments/${deploymentId}${path}`,
      ...options,
    });
    // What an operation without an answer answers is nothing that anybody looks at.
    return answer.body === '' ? ({} as never) : answer.json();
  };
  const insert = async (count: number, userId: number, folderId: number | null = null) => {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into reports (deployment_id, public_id, name, user_id, folder_id)
       select $1, substr(md5(random()::text || n), 1, 12), 'Report ' || lpad(n::text, 4, '0'), $2, $4
       from generate_series(1, $3::integer) n returning id`,
      [deploymentId, userId, count, folderId],
    );
    return rows.map(({ id }) => id);
  };
  const person = await calls.makePerson();
  const folderId = (await calls.makeFolder('Sales', null, person.key)).id;
  const folders = [
    (await calls.makeFolder('Here', null, person.key)).id,
    (await calls.makeFolder('There', null, person.key)).id,
  ] as const;
  await insert(REPORTS, adminId);
  await insert(FOLDER_REPORTS, person.id, folderId);
  for (let index = 0; index < 20; index += 1) await calls.makeWorkbook(`Workbook ${index}`, null, person.key);
  await vacuum(database);
  return {
    ...app,
    get lastTexts() {
      return app.lastTexts;
    },
    person,
    folderId,
    folders,
    deploymentCall,
    insertReports: (count) => insert(count, person.id),
    async publishDashboard() {
      const { id } = await calls.makeWorkbook('Board');
      await database.pool.query(
        `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
         values ($1, 'WORKBOOK', $2, 'ALL_EMBED_USERS', 0, 1)`,
        [deploymentId, id],
      );
      return deploymentCall<Dashboard>('POST', `/workbooks/${id}/publish`, {
        body: { workbookId: id, config: { widgets: [] } },
      });
    },
    async close() {
      await app.close();
      await engine.close();
    },
  };
}
