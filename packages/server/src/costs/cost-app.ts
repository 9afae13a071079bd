import type { Engine } from '@oriel/engine';
import type { LightMyRequestResponse } from 'fastify';
import diagnostics from 'node:diagnostics_channel';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, type Database } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/postgres/embedded-postgres.ts';
import type { NotificationApp } from '../test/notification-app.ts';
import { createTestApp, type TestApp, type TestCall } from '../test/test-app.ts';
import { createConnectionCounter, type ConnectionCounter } from './connection-counter.ts';
import { leastOf, type Costs } from './costs.ts';
import { differenceOf, openFigures, TELL_FIGURES, type FiguresReader } from './database-figures.ts';

type MailRoom = NotificationApp['mailRoom'];
type Mail = Parameters<MailRoom['send']>[0];

/** The application on a PostgreSQL that nobody else writes to, and what its operations cost. */
export interface CostApp extends TestApp {
  /** Calls the API, and fails where that is refused. */
  ask(call: TestCall): Promise<LightMyRequestResponse>;
  /** The one of the application, which is counted; what tests do on `database` is not. */
  readonly ownDatabase: Database;
  /** Takes all mail and sends none. */
  readonly mailRoom: MailRoom;
  /** What it has taken, in order. */
  readonly mails: readonly Mail[];
  /** The texts of the statements of the last run, in order. */
  readonly lastTexts: readonly string[];
  /** Runs an operation until its caches are warm and its statements planned, and then for its costs. */
  measure(run: () => Promise<unknown>): Promise<Costs>;
}

/** Until what is cached after the first calls is so. */
const WARM_UPS = 8;
const RUNS = 5;

/** It writes nothing by itself, and waits for the disk as in production. */
const SETTINGS = {
  autovacuum: 'off',
  checkpoint_timeout: '1d',
  full_page_writes: 'off',
  wal_writer_delay: '10s',
  bgwriter_lru_maxpages: '0',
  // Whether a plan for all values takes the place of one for each is a near thing for some statements, and would depend
  // on which connection has run them how often.
  plan_cache_mode: 'force_custom_plan',
};

/** Makes such an application. */
export async function createCostApp(engine?: Engine): Promise<CostApp> {
  const mails: Mail[] = [];
  const mailRoom: MailRoom = { send: async (mail) => void mails.push(mail), close: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'oriel-costs-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  const shared = process.env['ORIEL_TEST_POSTGRES'];
  process.env['ORIEL_TEST_POSTGRES'] = postgres.connection.host;
  const counter = createConnectionCounter();
  const watched: Database[] = [];
  const testApp = await createTestApp({ mailRoom, ...(engine && { engine }) }, async (connection) => {
    // A connection that is made anew sets itself up, which is not of an operation.
    const connected = connectDatabase({ ...connection, idleTimeoutMillis: 0 });
    counter.watch(connected);
    watched.push(connected);
    return connected;
  });
  const [ownDatabase] = watched;
  if (!ownDatabase) throw new Error('The application has not connected');
  const figures = await openFigures(testApp.database.connection);
  const meter = createMeter(testApp, counter, figures);
  return {
    ...testApp,
    ownDatabase,
    mailRoom,
    mails,
    ask: meter.ask,
    measure: meter.measure,
    get lastTexts() {
      return meter.lastTexts;
    },
    async close() {
      await figures.close();
      await testApp.close();
      if (shared === undefined) delete process.env['ORIEL_TEST_POSTGRES'];
      else process.env['ORIEL_TEST_POSTGRES'] = shared;
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function createMeter(
  testApp: TestApp,
  counter: ConnectionCounter,
  figures: FiguresReader,
): Pick<CostApp, 'ask' | 'measure' | 'lastTexts'> {
  let requests = 0;
  let answerBytes = 0;
  const ask: CostApp['ask'] = async (call) => {
    const answer = await testApp.call(call);
    if (answer.statusCode >= 400) throw new Error(`${call.method} ${call.path} answers ${answer.body}`);
    requests += 1;
    answerBytes += answer.rawPayload.length;
    return answer;
  };
  const runOnce = async (run: () => Promise<unknown>): Promise<Costs> => {
    // What is cached for some seconds is so afterwards, however busy the machine is.
    await run();
    // Now and then, by chance, a change tidies up: the chance is the same each time.
    await counter.runOnEach('select setseed(0.5)');
    await counter.runOnEach(TELL_FIGURES);
    const before = await figures.read();
    let childProcesses = 0;
    const onProcess = () => void (childProcesses += 1);
    diagnostics.subscribe('child_process', onProcess);
    [requests, answerBytes] = [0, 0];
    counter.begin();
    await run();
    const counts = await counter.end();
    diagnostics.unsubscribe('child_process', onProcess);
    await counter.runOnEach(TELL_FIGURES);
    const after = await figures.read();
    return { requests, ...counts, ...differenceOf(before, after), childProcesses, answerBytes };
  };
  return {
    ask,
    get lastTexts() {
      return counter.texts;
    },
    async measure(run) {
      for (let count = 0; count < WARM_UPS; count += 1) await run();
      const runs: Costs[] = [];
      for (let count = 0; count < RUNS; count += 1) runs.push(await runOnce(run));
      return leastOf(runs);
    },
  };
}
