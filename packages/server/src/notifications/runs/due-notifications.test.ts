import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createNotificationApp, failureOf, jobRun, type NotificationApp } from '../../test/index.ts';
import { handleDueNotifications } from './due-notifications.ts';

let app: NotificationApp;
before(async () => {
  app = await createNotificationApp();
});
after(() => app.close());

/** Looks once for what is due; answers with the runs that jobs were sent for. */
async function lookOnce(canSendMail = true): Promise<number[]> {
  const sent: number[] = [];
  const run = jobRun({
    send: async (_tx, _job, data) => {
      sent.push((data as { runId: number }).runId);
      return 'sent';
    },
  });
  assert.equal(await failureOf(handleDueNotifications(app.database.db, canSendMail), {}, run), undefined);
  return sent;
}
const setDue = (id: number, interval: string) =>
  app.database.pool.query(
    'update notifications set next_run_at = date_trunc($$minute$$, now()) - $2::interval where id = $1',
    [id, interval],
  );
const runsOf = async (id: number) =>
  (
    await app.calls.ok<{ items: { status: string; scheduledFor: string }[] }>(
      'GET',
      `/notifications/${id}/runs`,
    )
  ).items;

test('what is due runs once, with several servers looking at the same time', async () => {
  const dashboard = await app.publishSales('Due');
  const ids: number[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await app.makeNotification(dashboard));
  for (const id of ids) await setDue(id, '0 minutes');
  const sent = await Promise.all([lookOnce(), lookOnce(), lookOnce()]);
  assert.equal(sent.flat().length, ids.length);
  for (const id of ids) assert.equal((await runsOf(id)).length, 1);
  assert.deepEqual(await lookOnce(), []);
  const log = await app.call({ method: 'GET', path: '/api/v1/audit-logs?eventName=due-notifications' });
  const { items } = log.json() as { items: { callerKind: string; action: string; resource: string }[] };
  assert.deepEqual(
    items.map(({ callerKind, action, resource }) => [callerKind, action, resource]),
    ids.map(() => ['job', 'created', 'notificationRun']),
  );
});

test('what was missed while no server ran is made up by one run, and goes on from now', async () => {
  const id = await app.makeNotification(await app.publishSales('Late'), { minute: 10 });
  await setDue(id, '3 days');
  assert.equal((await lookOnce()).length, 1);
  const { nextRunAt } = await app.calls.ok<{ nextRunAt: string }>('GET', `/notifications/${id}`);
  assert.ok(Date.parse(nextRunAt) > Date.now());
  assert.deepEqual(await lookOnce(), []);
});

test('a time of the schedule that has its run already gets no other', async () => {
  const id = await app.makeNotification(await app.publishSales('Repeated'));
  await setDue(id, '1 hour');
  assert.equal((await lookOnce()).length, 1);
  // As if another server had not seen that it was moved on.
  await setDue(id, '1 hour');
  assert.deepEqual(await lookOnce(), []);
  assert.equal((await runsOf(id)).length, 1);
});

test('what is disabled does not run, and a failure leaves everything as it was', async () => {
  const dashboard = await app.publishSales('Off');
  const id = await app.makeNotification(dashboard);
  await app.calls.ok('PUT', `/notifications/${id}`, { body: { isEnabled: false } });
  assert.deepEqual(await lookOnce(), []);
  const due = await app.makeNotification(dashboard);
  await setDue(due, '1 minute');
  const failing = jobRun({
    send: async () => {
      throw new Error('The connection is gone');
    },
  });
  assert.ok(await failureOf(handleDueNotifications(app.database.db, true), {}, failing));
  assert.deepEqual(await runsOf(due), []);
  assert.equal((await lookOnce()).length, 1);
});

test('without a mail server a run and its deliveries are recorded as not delivered', async () => {
  const id = await app.makeNotification(await app.publishSales('Undelivered'));
  const userId = await app.makeReader('undelivered', []);
  await app.addRecipients(id, [{ type: 'USER', userId }]);
  await setDue(id, '1 minute');
  assert.deepEqual(await lookOnce(false), []);
  const [run] = await app.calls
    .ok<{ items: { status: string; error: string; recipientCount: number; failedCount: number }[] }>(
      'GET',
      `/notifications/${id}/runs`,
    )
    .then(({ items }) => items);
  assert.equal(run?.status, 'not_delivered');
  assert.match(run.error, /ORIEL_SMTP_URL/);
  assert.deepEqual([run.recipientCount, run.failedCount], [1, 1]);
});
