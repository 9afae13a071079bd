import type { NotificationDelivery, NotificationRecipient } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { escapeHtml } from '../../mail/escape-html.ts';
import { mailTexts } from '../../mail/texts/mail-texts.ts';
import type { DrawPicture } from '../../rendering/draw-picture.ts';
import {
  createNotificationApp,
  smtpError,
  untilTrue,
  type NotificationApp,
  type ReceivedMail,
} from '../../test/index.ts';

let app: NotificationApp;
before(async () => {
  app = await createNotificationApp();
});
after(() => app.close());
afterEach(() => {
  app.mailServer.mails.length = 0;
  app.mailServer.onRecipient = () => {};
});

const mailTo = (address: string): ReceivedMail => {
  const found = app.mailServer.mails.filter(({ to }) => to === address);
  assert.equal(found.length, 1, `${found.length} messages to ${address}`);
  return found[0] as ReceivedMail;
};
const htmlOf = (mail: ReceivedMail) => mail.parts.get('text/html') ?? '';
const csvOf = (mail: ReceivedMail) => mail.parts.get('By region.csv');
const deliveriesOf = async (id: number, runId: number) =>
  (
    await app.calls.ok<{ items: NotificationDelivery[] }>(
      'GET',
      `/notifications/${id}/runs/${runId}/deliveries`,
    )
  ).items;

/** A notification to readers of one region each. */
async function prepare(name: string, readers: Readonly<Record<string, string[]>>, body: object = {}) {
  const dashboard = await app.publishSales(name);
  const id = await app.makeNotification(dashboard, body);
  const users: number[] = [];
  for (const [reader, regions] of Object.entries(readers)) users.push(await app.makeReader(reader, regions));
  if (users.length > 0)
    await app.addRecipients(
      id,
      users.map((userId) => ({ type: 'USER', userId })),
    );
  return { dashboard, id, users };
}

test('each recipient gets the numbers of their own rights, as HTML, text and CSV, with a link', async () => {
  const { dashboard, id } = await prepare('Rights', { nora: ['north'], sue: ['south', 'west'] });
  await app.addRecipients(id, [
    {
      type: 'EMBED_USER',
      embedTenantName: 'customer',
      externalId: 'viewer@example.com',
      userAttributes: [{ name: 'regions', value: ['west'] }],
    },
  ]);
  const run = await app.runNow(id);
  assert.equal(run.status, 'pending');
  assert.equal(await app.carryOut(run.id), undefined);

  const [nora, sue, viewer] = ['nora', 'sue', 'viewer'].map((name) => mailTo(`${name}@example.com`));
  assert.ok(nora && sue && viewer);
  assert.match(htmlOf(nora), /1,203/);
  assert.doesNotMatch(htmlOf(nora), /4,807|>77</);
  assert.match(htmlOf(sue), /4,807[^]*>77</);
  assert.doesNotMatch(htmlOf(sue), /1,203/);
  assert.match(nora.parts.get('text/plain') ?? '', /north \| 1,203/);
  assert.equal(csvOf(viewer), '\uFEFFRegion,Total\r\nwest,77\r\n');
  assert.ok(htmlOf(nora).includes(`https://oriel.example.com/dashboards/${dashboard.workbookId}`));
  assert.doesNotMatch(htmlOf(viewer), /oriel\.example\.com\/dashboards/);
  assert.equal(nora.headers.get('from'), 'Oriel <reports@example.com>');
  assert.equal(nora.headers.get('subject'), 'Rights');

  const done = await app.findRun(id);
  assert.deepEqual(
    [done.status, done.recipientCount, done.sentCount, done.failedCount],
    ['succeeded', 3, 3, 0],
  );
  const deliveries = await deliveriesOf(id, run.id);
  assert.deepEqual(
    deliveries.map(({ status, attempts }) => [status, attempts]),
    [1, 2, 3].map(() => ['sent', 1]),
  );
});

test('the message to a viewer leads to the page of the host, once the account says where that is', async () => {
  const { dashboard, id } = await prepare('Hosted', {});
  await app.addRecipients(id, [
    { type: 'EMBED_USER', embedTenantName: 'customer', externalId: 'hosted@example.com' },
  ]);
  const hostDashboardUrl =
    'https://app.example.com/{embedTenantName}/reports/{dashboardPublicId}?for={externalId}';
  const body = { embedding: { hostDashboardUrl } };
  const changed = await app.call({ method: 'PUT', path: '/api/v1/app-config', body });
  assert.equal(changed.statusCode, 200, changed.body);
  const run = await app.runNow(id);
  assert.equal(await app.carryOut(run.id), undefined);
  const link = `https://app.example.com/customer/reports/${dashboard.publicId}?for=hosted%40example.com`;
  const mail = mailTo('hosted@example.com');
  assert.ok(htmlOf(mail).includes(`href="${link}"`));
  assert.ok(mail.parts.get('text/plain')?.includes(`Open the dashboard: ${link}`));
});

test('numbers and words are in the language of the recipient, else of the account', async () => {
  const { id, users } = await prepare('Languages', { greta: ['north'], gus: ['north'], odd: ['north'] });
  const viewers = ['lang-fr', 'lang-none'].map((name) => ({
    type: 'EMBED_USER',
    embedTenantName: 'customer',
    externalId: `${name}@example.com`,
    userAttributes: [{ name: 'regions', value: ['north'] }],
  }));
  await app.addRecipients(id, viewers);
  const { db } = app.database;
  const [greta, , odd] = users;
  const settingsOf = (locale: string) => ({ settings: JSON.stringify({ locale }) });
  await db
    .updateTable('users')
    .set(settingsOf('de-DE'))
    .where('id', '=', greta ?? 0)
    .execute();
  await db
    .updateTable('users')
    .set(settingsOf('no language'))
    .where('id', '=', odd ?? 0)
    .execute();
  const french = await db
    .selectFrom('embedUsers')
    .select('id')
    .where('externalId', '=', 'lang-fr@example.com')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('embedUserDeployments')
    .values({ embedUserId: french.id, deploymentId: app.deploymentId, locale: 'fr-FR' })
    .onConflict((conflict) =>
      conflict.columns(['embedUserId', 'deploymentId']).doUpdateSet({ locale: 'fr-FR' }),
    )
    .execute();
  const account = { embedding: { locale: 'it-IT' } };
  const changed = await app.call({ method: 'PUT', path: '/api/v1/app-config', body: account });
  assert.equal(changed.statusCode, 200, changed.body);
  const { id: runId } = await app.runNow(id);
  const drawn: (string | undefined)[] = [];
  const drawPicture: DrawPicture = async ({ drawing }) => {
    drawn.push(drawing?.locale);
    return Buffer.from('drawn');
  };
  assert.equal(await app.carryOut(runId, { drawPicture }), undefined);
  const numberOf = (name: string) =>
    /north \| (.+)/.exec(mailTo(`${name}@example.com`).parts.get('text/plain') ?? '')?.[1];
  assert.deepEqual(['greta', 'gus', 'odd', 'lang-fr', 'lang-none'].map(numberOf), [
    '1.203',
    '1203',
    '1203',
    '1\u202f203',
    '1203',
  ]);
  const languages = { greta: 'de-DE', gus: 'it-IT', 'lang-fr': 'fr-FR', 'lang-none': 'it-IT' } as const;
  for (const [name, locale] of Object.entries(languages)) {
    const mail = mailTo(`${name}@example.com`);
    const { reason, unsubscribe } = mailTexts[locale].notification;
    assert.match(htmlOf(mail), new RegExp(`<html lang="${locale}" dir="ltr">`));
    assert.equal(mail.headers.get('content-language'), locale);
    for (const body of [htmlOf(mail), mail.parts.get('text/plain') ?? '']) {
      assert.ok(body.includes(escapeHtml(reason)) || body.includes(reason), `${name}: ${body}`);
      assert.ok(body.includes(unsubscribe) || body.includes(escapeHtml(unsubscribe)));
      for (const english of Object.values(mailTexts['en-US'].notification))
        if (typeof english === 'string' && english.includes(' '))
          assert.ok(!body.includes(english.split('{{')[0] ?? ''), `${name}: ${english}`);
    }
    assert.match(mail.parts.get('text/plain') ?? '', new RegExp(`/unsubscribe\\?locale=${locale}#`));
  }
  assert.deepEqual(drawn.toSorted(), ['de-DE', 'fr-FR', 'it-IT', 'it-IT', 'it-IT']);
  const reset = await app.call({
    method: 'PUT',
    path: '/api/v1/app-config',
    body: { embedding: { locale: 'en' } },
  });
  assert.equal(reset.statusCode, 200, reset.body);
});

test('filters of the notification hold for every recipient', async () => {
  const filters = [{ member: 'sales.region', operator: 'not_equals', value: ['west'] }];
  const { id } = await prepare('Filtered', { filtered: ['north', 'west'] }, { filters });
  const { id: runId } = await app.runNow(id);
  await app.carryOut(runId);
  assert.equal(csvOf(mailTo('filtered@example.com')), '\uFEFFRegion,Total\r\nnorth,1203\r\n');
});

test('a field switcher of the dashboard shows the member that the notification chooses, and no other', async () => {
  const choose = (selected: string) => ({ memberSwitchers: [{ member: 'sales.total', selected }] });
  const { id } = await prepare('Switched', { olga: ['north'] }, choose('sales.orders'));
  const run = await app.runNow(id);
  assert.equal(await app.carryOut(run.id), undefined);
  assert.equal(csvOf(mailTo('olga@example.com')), '\uFEFFRegion,Orders\r\nnorth,1\r\n');
  assert.match(htmlOf(mailTo('olga@example.com')), /Orders/);

  const other = await prepare('Not switched', { otto: ['north'] }, choose('sales.amount'));
  assert.equal(await app.carryOut((await app.runNow(other.id)).id), undefined);
  assert.equal(csvOf(mailTo('otto@example.com')), '\uFEFFRegion,Total\r\nnorth,1203\r\n');
});

test('one click on the address of the header unsubscribes, without signing in', async () => {
  const { id } = await prepare('Unsubscribed', { gone: ['north'], stays: ['north'] });
  const { id: runId } = await app.runNow(id);
  await app.carryOut(runId);
  const { headers } = mailTo('gone@example.com');
  assert.equal(headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const url = new URL((headers.get('list-unsubscribe') ?? '').slice(1, -1));
  const click = (search: string) =>
    app.app.inject({
      method: 'POST',
      url: url.pathname + search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  assert.equal((await click(`${url.search}x`)).statusCode, 401);
  assert.equal((await click(url.search)).statusCode, 204);
  assert.equal((await click(url.search)).statusCode, 204);
  const { items } = await app.calls.ok<{ items: { email: string }[] }>(
    'GET',
    `/notifications/${id}/recipients`,
  );
  assert.deepEqual(
    items.map(({ email }) => email),
    ['stays@example.com'],
  );
  // The token is none of an embed session, which is signed with the same secret.
  const headersOfEmbed = { authorization: `Embed-Token ${url.searchParams.get('token')}` };
  const answer = await app.call({
    method: 'GET',
    path: '/api/v1/app-config',
    key: '',
    headers: headersOfEmbed,
  });
  assert.equal(answer.statusCode, 401);
});

test('where data may not be downloaded the message has the link alone', async () => {
  const locks = {
    account: [
      `update tenants set app_config = app_config || '{"restrictDataDownload": true}'`,
      `update tenants set app_config = app_config - 'restrictDataDownload'`,
    ],
    dashboard: [
      'update dashboards set restrict_data_download = true',
      'update dashboards set restrict_data_download = false',
    ],
  };
  const { id } = await prepare('Locked', { locked: ['north'] });
  for (const [name, [lock = '', unlock = '']] of Object.entries(locks)) {
    await app.database.pool.query(lock);
    const { id: runId } = await app.runNow(id);
    await app.carryOut(runId, { drawPicture: async () => Buffer.from('picture') });
    await app.database.pool.query(unlock);
    const mail = mailTo('locked@example.com');
    app.mailServer.mails.length = 0;
    assert.doesNotMatch(htmlOf(mail), /1,203/, name);
    assert.match(htmlOf(mail), /may not be downloaded[^]*Open the dashboard/);
    assert.deepEqual([...mail.parts.keys()].sort(), ['text/html', 'text/plain']);
    assert.equal((await deliveriesOf(id, runId))[0]?.isWithoutData, true);
  }
});

test('what the mail server does not take now is tried again, and nobody gets it twice', async () => {
  const { id } = await prepare('Retried', { busy: ['north'], ready: ['north'] });
  const { id: runId } = await app.runNow(id);
  app.mailServer.onRecipient = (address) => {
    if (address.startsWith('busy')) throw smtpError(451, 'Come back later');
  };
  assert.match(String(await app.carryOut(runId)), /1 of the deliveries/);
  assert.deepEqual(
    [(await app.findRun(id)).status, (await app.findRun(id)).error],
    ['retrying', '451 Come back later'],
  );
  app.mailServer.onRecipient = () => {};
  assert.equal(await app.carryOut(runId, { retryCount: 1 }), undefined);
  mailTo('busy@example.com');
  mailTo('ready@example.com');
  assert.equal((await app.findRun(id)).status, 'succeeded');
  assert.deepEqual(
    (await deliveriesOf(id, runId)).map(({ attempts }) => attempts),
    [2, 1],
  );
});

test('what is refused for good, and what fails to the last, is shown as failed', async () => {
  const { id, users } = await prepare('Refused', {
    unknown: ['north'],
    full: ['north'],
    off: [],
    fine: ['north'],
  });
  const { id: runId } = await app.runNow(id);
  await app.database.pool.query('update users set is_deactivated = true where id = $1', [users[2]]);
  app.mailServer.onRecipient = (address) => {
    if (address.startsWith('unknown')) throw smtpError(550, 'No such user');
    if (address.startsWith('full')) throw smtpError(452, 'Mailbox full');
  };
  await app.carryOut(runId);
  assert.equal(await app.carryOut(runId, { retryCount: 10 }), undefined);
  const run = await app.findRun(id);
  assert.deepEqual([run.status, run.sentCount, run.failedCount], ['partial', 1, 3]);
  assert.deepEqual(
    (await deliveriesOf(id, runId)).map(({ status, error, attempts }) => [status, error, attempts]),
    [
      ['failed', '550 No such user', 1],
      ['failed', '452 Mailbox full', 11],
      ['failed', 'The recipient is deactivated or not there any more', 1],
      ['sent', null, 1],
    ],
  );
});

test('who may not see the dashboard is shown among the recipients, and in the run with what to do', async () => {
  const { id, dashboard, users } = await prepare('Private', { hidden: ['north'], shared: ['north'] });
  await app.addRecipients(id, [
    { type: 'EMBED_USER', embedTenantName: 'customer', externalId: 'outside@example.com' },
  ]);
  const list = async () => {
    const path = `/notifications/${id}/recipients`;
    const { items } = await app.calls.ok<{ items: NotificationRecipient[] }>('GET', path);
    return Object.fromEntries(items.map(({ email, canView }) => [email, canView]));
  };
  const everybody = { 'hidden@example.com': true, 'shared@example.com': true, 'outside@example.com': true };
  assert.deepEqual(await list(), everybody);
  const { db } = app.database;
  await db.deleteFrom('grants').where('resourceId', '=', dashboard.workbookId).execute();
  const shared = { resourceType: 'WORKBOOK', subjectType: 'USER', level: 1 } as const;
  const of = { deploymentId: app.deploymentId, resourceId: dashboard.workbookId, subjectId: users[1] ?? 0 };
  await db
    .insertInto('grants')
    .values({ ...shared, ...of })
    .execute();
  const reduced = { ...everybody, 'hidden@example.com': false, 'outside@example.com': false };
  assert.deepEqual(await list(), reduced);

  const { id: runId } = await app.runNow(id);
  assert.equal(await app.carryOut(runId), undefined);
  mailTo('shared@example.com');
  const deliveries = await deliveriesOf(id, runId);
  assert.deepEqual(
    deliveries.map(({ status, attempts }) => [status, attempts]),
    [
      ['failed', 1],
      ['sent', 1],
      ['failed', 1],
    ],
  );
  for (const { error } of deliveries.filter(({ status }) => status === 'failed'))
    assert.match(error ?? '', /may not see the dashboard: share its workbook/);
});

test('after a kill in the middle every recipient has the message once', async () => {
  const { id } = await prepare('Killed', { first: ['north'], held: ['north'], last: ['north'] });
  const { id: runId } = await app.runNow(id);
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  app.mailServer.onRecipient = async (address) => {
    if (!address.startsWith('held')) return;
    reached.resolve();
    await held.promise;
    throw smtpError(451, 'The sender has gone');
  };
  // Never ends, as far as the second server is concerned.
  const killed = app.carryOut(runId);
  await reached.promise;
  await untilTrue(() => app.mailServer.mails.length === 2);
  await untilTrue(async () => (await app.findRun(id)).sentCount === 2);
  app.mailServer.onRecipient = () => {};
  const during = await app.carryOut(runId, { retryCount: 1 });
  assert.match(String(during), /1 of the deliveries/, 'it is claimed, and left alone');
  await app.database.pool.query(
    'update notification_deliveries set claimed_until = now() where run_id = $1',
    [runId],
  );
  assert.equal(await app.carryOut(runId, { retryCount: 2 }), undefined);
  held.resolve();
  await killed;
  for (const name of ['first', 'held', 'last']) mailTo(`${name}@example.com`);
  assert.equal((await app.findRun(id)).status, 'succeeded');
});

test('a server that stops gives back what it has not sent', async () => {
  const { id } = await prepare('Stopped', { stopped: ['north'] });
  const { id: runId } = await app.runNow(id);
  const stop = new AbortController();
  app.mailServer.onRecipient = () => {
    stop.abort();
    throw smtpError(451, 'Too late');
  };
  assert.ok(await app.carryOut(runId, { signal: stop.signal }));
  app.mailServer.onRecipient = () => {};
  assert.equal(await app.carryOut(runId, { retryCount: 1 }), undefined);
  mailTo('stopped@example.com');
});

test('a deleted or unpublished dashboard sends nothing', async () => {
  const { id, dashboard } = await prepare('Archived', { reader: ['north'] });
  const { id: runId } = await app.runNow(id);
  await app.database.pool.query("update dashboards set status = 'archived' where id = $1", [dashboard.id]);
  assert.equal(await app.carryOut(runId), undefined);
  assert.deepEqual(
    [(await app.findRun(id)).status, (await app.findRun(id)).error],
    ['skipped', 'The dashboard is not published'],
  );
  const deleted = await prepare('Deleted', { 'other-reader': ['north'] });
  const { id: lateRun } = await app.runNow(deleted.id);
  await app.calls.ok('DELETE', `/workbooks/${deleted.dashboard.workbookId}`);
  assert.equal(await app.carryOut(lateRun), undefined);
  assert.deepEqual(app.mailServer.mails, []);
});

test('a run without recipients, or without mail, only asks what the dashboard asks', async () => {
  const { id } = await prepare('Quiet', { quiet: ['north'] }, { notificationEnabled: false });
  const { id: runId } = await app.runNow(id);
  assert.equal(await app.carryOut(runId), undefined);
  const run = await app.findRun(id);
  assert.deepEqual([run.status, run.recipientCount, app.mailServer.mails.length], ['succeeded', 0, 0]);
});

test('a picture is drawn for each recipient, and one that fails keeps nobody from the numbers', async () => {
  const { id } = await prepare('Pictures', { pictured: ['north'] });
  const first = await app.runNow(id);
  await app.carryOut(first.id, { drawPicture: async (_rendered, format) => Buffer.from(`a ${format}`) });
  const mail = mailTo('pictured@example.com');
  assert.equal(mail.parts.get('dashboard.png'), 'a png');
  assert.match(htmlOf(mail), /<img src="cid:dashboard@oriel"/);
  app.mailServer.mails.length = 0;
  const second = await app.runNow(id);
  await app.carryOut(second.id, {
    drawPicture: async () => {
      throw new Error('No memory left');
    },
  });
  assert.match(htmlOf(mailTo('pictured@example.com')), /1,203/);
});
