import type {
  NotificationDto,
  NotificationRecipientsMutationResponse,
  NotificationSchedulePreview,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createNotificationApp, type NotificationApp } from '../test/index.ts';

let app: NotificationApp;
before(async () => {
  app = await createNotificationApp();
});
after(() => app.close());

const get = (id: number) => app.calls.ok<NotificationDto>('GET', `/notifications/${id}`);
const idsOf = async (search: string) =>
  (await app.calls.ok<{ items: NotificationDto[] }>('GET', `/notifications?${search}`)).items.map(
    ({ id }) => id,
  );

test('a notification has a dashboard by exactly one of its ids, and its schedule in words', async () => {
  const dashboard = await app.publishSales('Sales');
  const schedule = { scheduleType: 'WEEKLY', hour: 9, minute: 30, dayOfWeek: 1, timezone: 'Europe/Berlin' };
  const made = await app.calls.ok<NotificationDto>('POST', '/notifications', {
    body: { dashboardId: dashboard.id, ...schedule, filters: [{ member: 'sales.region', value: ['north'] }] },
  });
  assert.equal(made.humanReadableSchedule, 'At 09:30, only on Monday');
  assert.equal(made.cronExpression, '30 9 * * 1');
  assert.deepEqual([made.dashboardPublicId, made.dashboardTitle], [dashboard.publicId, 'Sales']);
  assert.deepEqual([made.isEnabled, made.notificationFormat, made.recipientCount], [true, 'png', 0]);
  assert.ok(Date.parse(made.nextRunAt ?? '') > Date.now());
  assert.deepEqual(await get(made.id), made);

  const path = '/notifications';
  const both = { dashboardId: dashboard.id, dashboardPublicId: dashboard.publicId };
  for (const ids of [{}, both])
    await app.calls.refused(['POST', path, { body: { ...schedule, ...ids } }], 400, 'validation_failed');
  const missing = { ...schedule, dashboardPublicId: 'Missing00000' };
  await app.calls.refused(['POST', path, { body: missing }], 404, 'dashboard_not_found');
  const without = { dashboardId: dashboard.id, scheduleType: 'MONTHLY' };
  await app.calls.refused(['POST', path, { body: without }], 400, 'validation_failed');
});

test('a notification leads to no host that nothing vouches for', async () => {
  const dashboard = await app.publishSales('Hosts');
  const body = { dashboardId: dashboard.id, scheduleType: 'DAILY', hour: 7 };
  const headers = { host: 'evil.example' };
  await app.calls.refused(['POST', '/notifications', { body, headers }], 400, 'unknown_host');
  assert.deepEqual(await idsOf(`dashboardId=${dashboard.id}`), []);
  const id = await app.makeNotification(dashboard, { scheduleType: 'DAILY', hour: 7 });
  const change = { body: { hour: 8 }, headers };
  await app.calls.refused(['PUT', `/notifications/${id}`, change], 400, 'unknown_host');
  assert.equal((await get(id)).cronExpression, '0 7 * * *');
});

test('an update changes what it says, and keeps what is due until the schedule changes', async () => {
  const id = await app.makeNotification(await app.publishSales('Updates'), {
    scheduleType: 'DAILY',
    hour: 7,
    timezone: 'Asia/Tokyo',
  });
  const update = (body: object) => app.calls.ok<NotificationDto>('PUT', `/notifications/${id}`, { body });
  await app.database.pool.query("update notifications set next_run_at = '2026-01-01' where id = $1", [id]);
  const renamed = await update({ notificationFormat: 'pdf', filters: [], timezone: null });
  assert.deepEqual(
    [renamed.notificationFormat, renamed.filters, renamed.timezone],
    ['pdf', [], 'Asia/Tokyo'],
  );
  assert.equal(renamed.nextRunAt, '2026-01-01T00:00:00.000Z');
  const moved = await update({ hour: 8 });
  assert.deepEqual([moved.scheduleType, moved.cronExpression], ['DAILY', '0 8 * * *']);
  assert.equal(moved.nextRunAt?.slice(11, 16), '23:00');
  assert.equal((await update({ isEnabled: false })).nextRunAt, null);
  assert.ok((await update({ isEnabled: true })).nextRunAt);
  await app.calls.refused(['PUT', `/notifications/${id}`, { body: { hour: 24 } }], 400, 'validation_failed');
  await app.calls.refused(['PUT', '/notifications/900001', { body: {} }], 404, 'notification_not_found');
});

test('recipients are added once, and an answer says which are new, changed and as they were', async () => {
  const id = await app.makeNotification(await app.publishSales('Recipients'));
  const ada = await app.makeReader('ada', ['north']);
  const add = (...recipients: object[]) =>
    app.calls.ok<NotificationRecipientsMutationResponse>('POST', `/notifications/${id}/recipients`, {
      body: { recipients },
    });
  const viewer = { type: 'EMBED_USER', embedTenantName: 'Northwind', externalId: 'Grace@example.com' };
  const regions = (value: string[]) => ({ userAttributes: [{ name: 'regions', value }] });
  const kindsOf = ({
    createdRecipients,
    updatedRecipients,
    unchangedRecipients,
  }: NotificationRecipientsMutationResponse) => [
    createdRecipients.map(({ email }) => email),
    updatedRecipients.map(({ email }) => email),
    unchangedRecipients.map(({ email }) => email),
  ];
  const both = ['ada@example.com', 'grace@example.com'];
  assert.deepEqual(kindsOf(await add({ type: 'USER', userId: ada }, { ...viewer, ...regions(['south']) })), [
    both,
    [],
    [],
  ]);
  assert.deepEqual(kindsOf(await add({ type: 'USER', email: 'ADA@example.com' }, viewer)), [[], [], both]);
  assert.deepEqual(kindsOf(await add({ ...viewer, ...regions(['west']) })), [[], ['grace@example.com'], []]);
  const { items } = await app.calls.ok<{ items: object[] }>('GET', `/notifications/${id}/recipients`);
  assert.equal(items.length, 2);

  const refused = (recipient: object) =>
    app.calls.refused(
      [
        'POST',
        `/notifications/${id}/recipients`,
        {
          body: {
            recipients: [
              { type: 'EMBED_USER', embedTenantName: 'made', externalId: 'x@example.com' },
              recipient,
            ],
          },
        },
      ],
      400,
      'validation_failed',
    );
  await refused({ type: 'SLACK', channelId: 'C1' });
  await refused({ type: 'USER' });
  await refused({ type: 'USER', userId: 900_001 });
  await refused({ type: 'EMBED_USER', embedTenantName: 'northwind', externalId: 'no-address' });
  await refused({ ...viewer, securityContext: { svcCloud: {} } });
  const { rowCount } = await app.database.pool.query("select 1 from embed_tenants where name = 'made'");
  assert.equal(rowCount, 0, 'of a refused request nothing is there');
  await app.calls.refused(
    [
      'POST',
      `/notifications/${id}/recipients`,
      { body: { recipients: [{ ...viewer, groups: ['missing'] }] } },
    ],
    400,
    'groups_not_found',
  );
});

test('the same recipients added at once are there once', async () => {
  const id = await app.makeNotification(await app.publishSales('At once'));
  const userId = await app.makeReader('twice', []);
  const recipients = [{ type: 'USER', userId }];
  await Promise.all([1, 2, 3, 4].map(() => app.addRecipients(id, recipients)));
  assert.equal((await get(id)).recipientCount, 1);
});

test('recipients are removed by the ids of the answer, and who is none is ignored', async () => {
  const id = await app.makeNotification(await app.publishSales('Removals'));
  const userId = await app.makeReader('leaving', []);
  const viewer = { type: 'EMBED_USER', embedTenantName: 'acme', externalId: 'v@example.com' };
  await app.addRecipients(id, [{ type: 'USER', userId }, viewer]);
  const path = `/notifications/${id}/recipients`;
  const { items } = await app.calls.ok<{ items: { embedUserId: number | null }[] }>('GET', path);
  const embedUserId = items[0]?.embedUserId ?? 0;
  const remove = (...recipients: object[]) => app.calls.ok('DELETE', path, { body: { recipients } });
  await remove({ type: 'EMBED_USER', id: embedUserId, embedTenantName: 'other' });
  assert.equal((await get(id)).recipientCount, 2);
  await remove(
    { type: 'EMBED_USER', id: embedUserId, embedTenantName: 'acme' },
    { type: 'USER', id: String(userId) },
  );
  await remove({ type: 'USER', id: userId }, { type: 'SLACK', id: 'C1' });
  assert.equal((await get(id)).recipientCount, 0);
  const nameless = { recipients: [{ type: 'EMBED_USER', id: embedUserId }] };
  await app.calls.refused(['DELETE', path, { body: nameless }], 400, 'validation_failed');
});

test('the list is filtered by dashboard and by recipient, and refuses filters that exclude each other', async () => {
  const [one, other] = [await app.publishSales('One'), await app.publishSales('Other')];
  const [first, second] = [await app.makeNotification(one), await app.makeNotification(other)];
  const userId = await app.makeReader('listed', []);
  const viewer = { type: 'EMBED_USER', embedTenantName: 'listed', externalId: 'l@example.com' };
  await app.addRecipients(first, [{ type: 'USER', userId }]);
  await app.addRecipients(second, [{ type: 'USER', userId }, viewer]);
  assert.deepEqual(await idsOf(`dashboardId=${one.id}`), [first]);
  assert.deepEqual(await idsOf(`dashboardPublicId=${other.publicId}`), [second]);
  assert.deepEqual(await idsOf(`recipientUserId=${userId}`), [second, first]);
  assert.deepEqual(await idsOf('recipientEmail=Listed@example.com'), [second, first]);
  assert.deepEqual(await idsOf('recipientEmbedTenantName=listed&recipientExternalId=l@example.com'), [
    second,
  ]);
  assert.deepEqual(await idsOf(`recipientUserId=${userId}&dashboardId=${one.id}`), [first]);
  for (const search of [
    `dashboardId=1&dashboardPublicId=x`,
    `recipientUserId=1&recipientEmail=x`,
    `recipientEmbedTenantName=x`,
    `recipientExternalId=x`,
    `recipientUserId=1&recipientEmbedTenantName=x&recipientExternalId=y`,
  ])
    await app.calls.refused(['GET', `/notifications?${search}`], 400, 'validation_failed');
  const pages = await app.calls.ok<{ pageInfo: { endCursor: string } }>('GET', '/notifications?first=1');
  assert.notDeepEqual(await idsOf(`first=1&after=${pages.pageInfo.endCursor}`), await idsOf('first=1'));
});

test('the preview of a schedule names the next five runs', async () => {
  const preview = await app.calls.ok<NotificationSchedulePreview>(
    'GET',
    '/notification-schedule?scheduleType=DAILY&hour=9&timezone=America/New_York',
  );
  assert.equal(preview.nextRuns.length, 5);
  assert.ok(preview.nextRuns.every((run, index, runs) => index === 0 || run > (runs[index - 1] ?? '')));
  await app.calls.refused(
    ['GET', '/notification-schedule?scheduleType=CUSTOM&customCron=x'],
    400,
    'validation_failed',
  );
});

test('a notification goes with its recipients and runs, and with its dashboard', async () => {
  const dashboard = await app.publishSales('Deleted');
  const [id, other] = [await app.makeNotification(dashboard), await app.makeNotification(dashboard)];
  await app.runNow(id);
  assert.equal((await app.calls.call('DELETE', `/notifications/${id}`)).statusCode, 204);
  await app.calls.refused(['DELETE', `/notifications/${id}`], 404, 'notification_not_found');
  await app.calls.refused(['GET', `/notifications/${id}/runs`], 404, 'notification_not_found');
  await app.calls.ok('DELETE', `/workbooks/${dashboard.workbookId}`);
  await app.calls.refused(['GET', `/notifications/${other}`], 404, 'notification_not_found');
});
