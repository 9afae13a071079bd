import { type Dashboard, type NotificationRun } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { HandledJob, JobRun } from '../jobs/job.ts';
import { createMailRoom, type MailRoom } from '../mail/mail-room.ts';
import { handleDelivery } from '../notifications/runs/handle-delivery.ts';
import type { DrawPicture } from '../rendering/draw-picture.ts';
import { startMailServer, type MailServer } from './hosts/mail-server.ts';
import { createModelEngine } from './model-engine.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { createWorkspaceCalls, type WorkspaceCalls } from './workspace-calls.ts';
import { keyringPart } from '../secrets/part.ts';
import { renderingPart } from '../rendering/part.ts';
import { subjectsPart } from '../embedding/viewers-part.ts';

/** Sales by region: everybody sees those of their own regions. */
const model = `
cubes:
  - name: sales
    sql: "SELECT region, amount FROM (VALUES ('north', 1203), ('south', 4807), ('west', 77)) AS t(region, amount)"
    dimensions: [{ name: region, sql: region, type: string, title: Region }]
    measures: [{ name: total, sql: amount, type: sum, title: Total }, { name: orders, type: count, title: Orders }]
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: region, operator: equals, values: "{ userAttributes.regions }" }] }
`;

/** An application with a mail server, a model and a dashboard that shows each viewer something else. */
export interface NotificationApp extends TestApp {
  readonly calls: WorkspaceCalls;
  readonly engine: Engine;
  readonly mailServer: MailServer;
  readonly mailRoom: MailRoom;
  /** Publishes a dashboard of a table of sales by region, which every embed user may see. */
  publishSales(name: string): Promise<Dashboard>;
  /** A user who sees some regions. */
  makeReader(name: string, regions: string[]): Promise<number>;
  /** Makes an hourly notification of a dashboard. */
  makeNotification(dashboard: Dashboard, body?: object): Promise<number>;
  addRecipients(notificationId: number, recipients: object[]): Promise<void>;
  runNow(notificationId: number): Promise<NotificationRun>;
  /** Carries out a run as the job does; answers with what the job failed with. */
  carryOut(runId: number, options?: CarryOutOptions): Promise<unknown>;
  findRun(notificationId: number): Promise<NotificationRun>;
}

interface CarryOutOptions {
  readonly retryCount?: number;
  readonly signal?: AbortSignal;
  readonly mailRoom?: MailRoom | undefined;
  readonly drawPicture?: DrawPicture;
}

/** A run of a job that nobody ends. */
export function jobRun(options: Partial<JobRun> = {}): JobRun {
  return {
    id: randomUUID(),
    signal: new AbortController().signal,
    retryCount: 0,
    logger: pino({ level: 'silent' }),
    send: async () => undefined,
    count: () => {},
    ...options,
  };
}

/** What a job failed with; undefined for nothing. */
export async function failureOf(job: HandledJob, data: unknown, run: JobRun): Promise<unknown> {
  return job.handle(data, run).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Carries out a run as the job of an application does; answers with what the job failed with. */
export function carryOutRun(
  testApp: Pick<TestApp, 'get'> & { readonly database: Pick<TestApp['database'], 'db'> },
  runId: number,
  { mailRoom, drawPicture, retryCount = 0, signal = new AbortController().signal }: CarryOutOptions,
): Promise<unknown> {
  const tools = {
    db: testApp.database.db,
    keyring: testApp.get(keyringPart),
    baseUrl: 'https://oriel.example.com',
    mailRoom,
    drawPicture,
    rendering: testApp.get(renderingPart),
    subjects: testApp.get(subjectsPart),
  };
  return failureOf(handleDelivery(tools), { runId }, jobRun({ retryCount, signal }));
}

export async function createNotificationApp(): Promise<NotificationApp> {
  const engine = createModelEngine([{ path: 'sales.yml', content: model }]);
  const mailServer = await startMailServer();
  const mailRoom = createMailRoom(mailServer.settings);
  const testApp = await createTestApp({ engine, mailRoom });
  const calls = createWorkspaceCalls(testApp);
  const { build, tenantId, deploymentId, database } = testApp;
  const attribute = await testApp.call({
    method: 'POST',
    path: '/api/v1/user-attributes',
    body: { name: 'regions', type: 'string_array' },
  });
  const { id: userAttributeId } = attribute.json() as { id: number };
  const setRegions = async (userId: number, value: string[]) => {
    const body = { userId: String(userId), userAttributeId: String(userAttributeId), value };
    const answer = await testApp.call({ method: 'POST', path: '/api/v1/user-attribute-values', body });
    assert.equal(answer.statusCode, 200, answer.body);
  };
  const grant = (resourceId: number, subjectType: 'ORGANIZATION' | 'ALL_EMBED_USERS') =>
    database.db
      .insertInto('grants')
      .values({ deploymentId, resourceType: 'WORKBOOK', resourceId, subjectType, subjectId: 0, level: 1 })
      .execute();
  return {
    ...testApp,
    calls,
    engine,
    mailServer,
    mailRoom,
    async publishSales(name) {
      const { id: workbookId } = await calls.makeWorkbook(name);
      const query = {
        measures: ['sales.total'],
        dimensions: ['sales.region'],
        order: [['sales.region', 'asc']],
      };
      const { id: reportId } = await calls.makeReport({
        name: 'By region',
        workbookId,
        jsonQuery: JSON.stringify(query),
        meta: { kind: 'table', spec: {} },
      });
      const place = (y: number) => ({ x: 0, y, w: 6, h: 6 });
      const widgets = [
        { id: 'region', type: 'FILTER', position: place(0), config: { member: 'sales.region' } },
        {
          id: 'measure',
          type: 'FIELD',
          position: place(3),
          config: { member: 'sales.total', alternatives: [{ member: 'sales.orders', label: 'Orders' }] },
        },
        { id: 'sales', type: 'CHART', position: place(6), config: { reportId } },
      ];
      await grant(workbookId, 'ORGANIZATION');
      await grant(workbookId, 'ALL_EMBED_USERS');
      const body = { workbookId, title: name, config: { title: name, widgets } };
      return calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body });
    },
    async makeReader(name, regions) {
      const id = await build.user({ tenantId, role: 'Viewer', email: `${name}@example.com` });
      await setRegions(id, regions);
      return id;
    },
    async makeNotification({ publicId }, body = {}) {
      const input = { dashboardPublicId: publicId, scheduleType: 'HOURLY', ...body };
      return (await calls.ok('POST', '/notifications', { body: input })).id;
    },
    async addRecipients(id, recipients) {
      await calls.ok('POST', `/notifications/${id}/recipients`, { body: { recipients } });
    },
    runNow: (id) => calls.ok<NotificationRun>('POST', `/notifications/${id}/run`),
    carryOut: (runId, options = {}) => carryOutRun(testApp, runId, { mailRoom, ...options }),
    async findRun(id) {
      const { items } = await calls.ok<{ items: NotificationRun[] }>('GET', `/notifications/${id}/runs`);
      const [run] = items;
      assert.ok(run);
      return run;
    },
    async close() {
      await testApp.close();
      await mailRoom.close();
      await mailServer.close();
      await engine.close();
    },
  };
}
