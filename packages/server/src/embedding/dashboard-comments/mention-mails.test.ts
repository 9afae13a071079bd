import {
  serverBrands,
  type Dashboard,
  type EmbedDashboardCommentDto,
  type Subscription,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createMailRoom, type MailRoom } from '../../mail/mail-room.ts';
import { createCredentialStore } from '../../identity/credentials/credential-store.ts';
import { createSubjectPrincipals } from '../subjects/subject-principals.ts';
import { makeUnsubscribeToken } from '../../mail-subscriptions/unsubscribe-token.ts';
import { createFileKeyring } from '../../secrets/keyring.ts';
import { readEmbedSecret } from '../../secrets/token-secrets.ts';
import {
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';
import { smtpError, startMailServer, type MailServer } from '../../test/hosts/mail-server.ts';
import { failureOf, jobRun } from '../../test/notification-app.ts';
import { createEmbedDashboardService } from '../embed-dashboards/embed-dashboard-service.ts';
import { handleMentionMails, type MentionTools } from './send-mention-mails.ts';

/** Mail to mentioned viewers, taken by a mail server on loopback. */
let app: TestApp;
let calls: WorkspaceCalls;
let mailServer: MailServer;
let mailRoom: MailRoom;
before(async () => {
  mailServer = await startMailServer();
  mailRoom = createMailRoom(mailServer.settings);
  app = await createTestApp({ mailRoom });
  calls = createWorkspaceCalls(app);
});
after(async () => {
  await app.close();
  await mailRoom.close();
  await mailServer.close();
});

const setEmbedding = async (embedding: object) => {
  const answer = await app.call({ method: 'PUT', path: '/api/v1/app-config', body: { embedding } });
  assert.equal(answer.statusCode, 200, answer.body);
};
beforeEach(async () => {
  mailServer.mails.length = 0;
  mailServer.onRecipient = () => {};
  await setEmbedding({ mailMentions: true, hostDashboardUrl: HOST_PAGE });
});

const HOST_PAGE = 'https://app.example.com/{embedTenantName}/reports/{dashboardPublicId}';

interface Viewer {
  readonly id: number;
  readonly name: string;
  readonly headers: Record<string, string>;
}

/** A viewer of an embed tenant; with an address where one is given. */
async function makeViewer(
  externalId: string,
  {
    email,
    displayName,
    embedTenantName = 'acme',
  }: { email?: string; displayName?: string; embedTenantName?: string } = {},
): Promise<Viewer> {
  const session = {
    externalId,
    embedTenantName,
    ...(email && { email }),
    ...(displayName && { userProfile: { displayName } }),
  };
  const token = await openEmbedSession(app, session);
  const { id } = await app.database.db
    .selectFrom('embedUsers')
    .innerJoin('embedTenants', 'embedTenants.id', 'embedUsers.embedTenantId')
    .select('embedUsers.id')
    .where('externalId', '=', externalId)
    .where('embedTenants.name', '=', embedTenantName)
    .executeTakeFirstOrThrow();
  return { id, name: email ?? externalId, headers: { authorization: `Embed-Token ${token}` } };
}

/** A dashboard that the viewers of one embed tenant may see, or all. */
async function makeDashboard(access: object = { allEmbedUsers: true, action: 'read' }) {
  const { id } = await calls.makeWorkbook('Board');
  const body = { workbookId: id, title: 'Sales <now>', config: { title: 'Sales <now>', widgets: [] } };
  const { publicId } = await calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, { body });
  const share = (given: object) => calls.ok('PUT', `/workbooks/${id}/embed-access`, { body: given });
  await share(access);
  return { publicId, workbookId: id, share, path: `/api/v1/embed/dashboard/${publicId}/comments` };
}

async function write(
  { headers }: Viewer,
  path: string,
  body: string,
  method: 'POST' | 'PATCH' = 'POST',
): Promise<EmbedDashboardCommentDto> {
  const answer = await app.call({ method, path, key: '', headers, body: { body } });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json() as EmbedDashboardCommentDto;
}

const toolsWith = (room: MailRoom | undefined): MentionTools => ({
  db: app.database.db,
  keyring: createFileKeyring(app.dataDir),
  mailRoom: room,
  subjects: createSubjectPrincipals(app.database, createCredentialStore(app.database), serverBrands.svc),
  embedDashboards: createEmbedDashboardService(app.database),
  baseUrl: undefined,
});
const runWith = async (room: MailRoom | undefined): Promise<void> =>
  assert.equal(await failureOf(handleMentionMails(toolsWith(room)), {}, jobRun()), undefined);

/** Runs the job; answers with the addresses that have got mail since the test began. */
async function send(): Promise<string[]> {
  await runWith(mailRoom);
  return mailServer.mails.map(({ to }) => to).toSorted();
}

/** What waits is due at once. */
const makeDue = () =>
  app.database.db.updateTable('dashboardCommentMails').set({ nextTryAt: '2000-01-01' }).execute();
const statusOf = async (comment: number) => {
  const rows = await app.database.db
    .selectFrom('dashboardCommentMails')
    .select('status')
    .where('commentId', '=', comment)
    .execute();
  return rows.map(({ status }) => status);
};

test('a mail leads to no host that nothing vouches for; a comment that mails nobody is taken there', async () => {
  const { path } = await makeDashboard();
  const ada = await makeViewer('host-ada', { email: 'host-ada@example.com' });
  await makeViewer('host-bob', { email: 'host-bob@example.com' });
  const writeAt = (host: string, body: string, method: 'POST' | 'PATCH' = 'POST', at = path) =>
    app.call({ method, path: at, key: '', headers: { ...ada.headers, host }, body: { body } });
  const mentioning = '@host-bob@example.com look';
  const refused = await writeAt('evil.example', mentioning);
  assert.equal(refused.statusCode, 400, refused.body);
  assert.match(refused.body, /unknown_host/);
  const plain = await writeAt('evil.example', 'No one is named');
  assert.equal(plain.statusCode, 200, plain.body);
  const { id } = plain.json() as EmbedDashboardCommentDto;
  assert.equal((await writeAt('evil.example', mentioning, 'PATCH', `${path}/${id}`)).statusCode, 400);
  assert.deepEqual(await send(), []);
  await setEmbedding({ mailMentions: false, hostDashboardUrl: HOST_PAGE });
  assert.equal((await writeAt('evil.example', mentioning)).statusCode, 200);
  await setEmbedding({ mailMentions: true, hostDashboardUrl: HOST_PAGE });
  assert.equal((await writeAt('localhost', mentioning)).statusCode, 200);
  assert.deepEqual(await send(), ['host-bob@example.com']);
  assert.match(mailServer.mails[0]?.headers.get('list-unsubscribe') ?? '', /http:\/\/localhost\//);
});

test('each mentioned viewer gets one mail, its author none, and an edit mails those that are new in it', async () => {
  const { path, publicId } = await makeDashboard();
  const ada = await makeViewer('ada', { email: 'ada@example.com' });
  const bob = await makeViewer('bob', { email: 'bob@example.com' });
  const eve = await makeViewer('eve', { email: 'eve@example.com' });
  const { id } = await write(ada, path, `@${bob.name} @${bob.name} @${ada.name} <b>look</b> & tell`);
  assert.deepEqual(await send(), ['bob@example.com']);
  const [mail] = mailServer.mails;
  const [html = '', text = ''] = ['text/html', 'text/plain'].map((type) => mail?.parts.get(type));
  assert.equal(mail?.headers.get('subject'), 'ada@example.com mentioned you on Sales <now>');
  assert.match(html, /&lt;b&gt;look&lt;\/b&gt; &amp; tell/);
  assert.doesNotMatch(html, /<b>|<now>/);
  const link = `https://app.example.com/acme/reports/${publicId}`;
  assert.ok(html.includes(`href="${link}?commentId=${id}"`));
  assert.ok(text.includes(`Open the comment: ${link}?commentId=${id}`));

  await write(ada, `${path}/${id}`, 'Nobody', 'PATCH');
  await write(ada, `${path}/${id}`, `@${bob.name} and @${eve.name}`, 'PATCH');
  assert.deepEqual(await send(), ['bob@example.com', 'eve@example.com']);
  assert.deepEqual(await send(), ['bob@example.com', 'eve@example.com']);
});

test('a mail names those whom a comment mentions, as the page does', async () => {
  const { path } = await makeDashboard();
  const ada = await makeViewer('ada', { email: 'ada@example.com' });
  const grace = await makeViewer('u-77', { displayName: 'Grace <Hopper>' });
  const bob = await makeViewer('bob', { email: 'bob@example.com' });
  await write(ada, path, `@${bob.name}, has @${grace.name} seen it?`);
  assert.deepEqual(await send(), ['bob@example.com']);
  const [mail] = mailServer.mails;
  assert.ok(mail?.parts.get('text/plain')?.includes('@bob@example.com, has @Grace <Hopper> seen it?'));
  assert.ok(mail?.parts.get('text/html')?.includes('has @Grace &lt;Hopper&gt; seen it?'));
});

test('nothing is sent where the account has not asked for it, to who has no address, or without a mail server', async () => {
  const { path } = await makeDashboard();
  const ada = await makeViewer('ada', { email: 'ada@example.com' });
  const bob = await makeViewer('bob', { email: 'bob@example.com' });
  const nameless = await makeViewer('someone@example.com-like');
  await setEmbedding({ mailMentions: false });
  const off = await write(ada, path, `@${bob.name}`);
  await setEmbedding({ mailMentions: true });
  assert.deepEqual(await statusOf(off.id), []);
  const synthetic = await write(ada, path, `@${nameless.name}`);
  assert.deepEqual(await statusOf(synthetic.id), []);
  const waiting = await write(ada, path, `@${bob.name}`);
  await setEmbedding({ mailMentions: null });
  assert.deepEqual(await send(), []);
  assert.deepEqual(await statusOf(waiting.id), ['skipped']);
  await setEmbedding({ mailMentions: true });
  const unsent = await write(ada, path, `@${bob.name}`);
  await runWith(undefined);
  assert.deepEqual(await statusOf(unsent.id), ['skipped']);
  assert.deepEqual(await send(), []);
});

test('what a viewer may not read when it is sent is not sent: of a dashboard taken away, a comment deleted or changed', async () => {
  const { path, share } = await makeDashboard();
  const ada = await makeViewer('ada', { email: 'ada@example.com' });
  const bob = await makeViewer('bob', { email: 'bob@example.com' });
  const foreign = await makeViewer('bob', { email: 'bob@other.example.com', embedTenantName: 'umbrella' });
  const deleted = await write(ada, path, `@${bob.name} secret`);
  await app.call({ method: 'DELETE', path: `${path}/${deleted.id}`, key: '', headers: ada.headers });
  const changed = await write(ada, path, `@${bob.name} secret`);
  await write(ada, `${path}/${changed.id}`, 'Nobody', 'PATCH');
  assert.deepEqual(await send(), []);
  assert.deepEqual(await statusOf(changed.id), ['skipped']);
  await write(ada, path, `@${foreign.name} secret`);
  const closed = await write(ada, path, `@${bob.name} secret`);
  await share({ allEmbedUsers: true, action: 'none' });
  assert.deepEqual(await send(), []);
  assert.deepEqual(await statusOf(closed.id), ['skipped']);
});

test('mail that is not taken now is tried again, of one that a server has died over too, and refused mail is given up', async () => {
  const { path } = await makeDashboard();
  const ada = await makeViewer('ada', { email: 'ada@example.com' });
  const bob = await makeViewer('bob', { email: 'bob@example.com' });
  mailServer.onRecipient = () => {
    throw smtpError(451, 'Come back later');
  };
  const busy = await write(ada, path, `@${bob.name}`);
  assert.deepEqual(await send(), []);
  mailServer.onRecipient = () => {};
  assert.deepEqual(await send(), []);
  assert.deepEqual(await statusOf(busy.id), ['pending']);
  await makeDue();
  // Two servers at a time.
  await Promise.all([send(), send()]);
  assert.deepEqual(await send(), ['bob@example.com']);

  const lost = await write(ada, path, `@${bob.name}`);
  await app.database.db
    .updateTable('dashboardCommentMails')
    .set({ attempts: 1, nextTryAt: new Date(Date.now() + 600_000).toISOString() })
    .where('commentId', '=', lost.id)
    .execute();
  assert.equal((await send()).length, 1);
  await makeDue();
  assert.equal((await send()).length, 2);

  mailServer.onRecipient = () => {
    throw smtpError(550, 'No such mailbox');
  };
  const refused = await write(ada, path, `@${bob.name}`);
  await send();
  assert.deepEqual(await statusOf(refused.id), ['failed']);
});

test('a mail is in the language that its reader was last shown a dashboard in, else in that of the account', async () => {
  const { path } = await makeDashboard();
  const ada = await makeViewer('ada', { email: 'ada@example.com' });
  const bob = await makeViewer('bob', { email: 'bob@example.com' });
  const look = (locale: string) =>
    app.call({
      method: 'GET',
      path: `${path}/unread?locale=${encodeURIComponent(locale)}`,
      key: '',
      headers: bob.headers,
    });
  const subjectOf = async (): Promise<string> => {
    mailServer.mails.length = 0;
    await write(ada, path, `@${bob.name}`);
    await send();
    return decodeSubject(mailServer.mails[0]?.headers.get('subject') ?? '');
  };
  await setEmbedding({ mailMentions: true, hostDashboardUrl: null, locale: 'de-AT' });
  assert.equal(await subjectOf(), 'ada@example.com hat Sie bei Sales <now> erwähnt');
  const [mail] = mailServer.mails;
  const text = mail?.parts.get('text/plain') ?? '';
  // Nobody has said where the host shows dashboards.
  assert.match(text, /Sie finden den Kommentar neben dem Dashboard/);
  assert.match(text, /Abbestellen: http\S+\/unsubscribe\?locale=de-DE#/);
  assert.match(mail?.parts.get('text/html') ?? '', /<html lang="de-DE" dir="ltr">/);
  await setEmbedding({ locale: 'tlh' });
  assert.equal(await subjectOf(), 'ada@example.com mentioned you on Sales <now>');
  assert.equal((await look('ja')).statusCode, 200);
  assert.equal(await subjectOf(), 'ada@example.com さんが Sales <now> であなたにメンションしました');
  for (const hostile of ['tlh', '', "de'; drop table users", '\u0000', '../de', 'x'.repeat(255)])
    assert.ok([200, 400].includes((await look(hostile)).statusCode), hostile);
  assert.equal((await look('x'.repeat(10_000))).statusCode, 400);
  assert.match(await subjectOf(), /メンション/);
  // Of the one who looks, and in no other language.
  await setEmbedding({ locale: null });
  mailServer.mails.length = 0;
  await write(bob, path, `@${ada.name}`);
  await send();
  assert.match(mailServer.mails[0]?.headers.get('subject') ?? '', /mentioned you/);
});

/** The text of a header that is not in ASCII (RFC 2047, as the library writes it). */
const decodeSubject = (header: string) =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?q\?([^?]*)\?=/gi, (_word, text: string) =>
      text.replaceAll('_', '%20').replaceAll('=', '%'),
    )
    .replaceAll(/=\?utf-8\?b\?([^?]*)\?=/gi, (_word, text: string) =>
      encodeURIComponent(Buffer.from(text, 'base64').toString()),
    )
    .replaceAll(/(%[0-9a-f]{2})+/gi, (bytes) => decodeURIComponent(bytes));

test('the link of a mail stops such mail about its dashboard, for its reader alone, and takes that back', async () => {
  const [one, two] = [await makeDashboard(), await makeDashboard()];
  const ada = await makeViewer('ada', { email: 'ada@example.com' });
  const bob = await makeViewer('bob', { email: 'bob@example.com' });
  const eve = await makeViewer('eve', { email: 'eve@example.com' });
  await write(ada, one.path, `@${bob.name}`);
  await send();
  const address = /<(.*)>/.exec(mailServer.mails[0]?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
  const { pathname, search } = new URL(address);
  const stop = (query: string) => app.call({ method: 'POST', path: `${pathname}${query}`, key: '' });
  assert.equal((await stop(`${search.slice(0, -3)}abc`)).statusCode, 401);
  const state = async () => {
    const answer = await app.call({
      method: 'GET',
      path: `/api/v1/notifications/subscription${search}`,
      key: '',
    });
    return (answer.json() as Subscription).isSubscribed;
  };
  assert.equal(await state(), true);
  assert.equal((await stop(search)).statusCode, 204);
  assert.equal((await stop(search)).statusCode, 204);
  assert.equal(await state(), false);
  mailServer.mails.length = 0;
  await write(ada, one.path, `@${bob.name} @${eve.name}`);
  await write(ada, two.path, `@${bob.name}`);
  assert.deepEqual(await send(), ['bob@example.com', 'eve@example.com']);

  const resume = (query: string) =>
    app.call({ method: 'POST', path: `/api/v1/notifications/resubscribe${query}`, key: '' });
  const secret = await readEmbedSecret(app.database.db, createFileKeyring(app.dataDir), app.tenantId);
  const recipient = makeUnsubscribeToken(
    { notificationId: 1, userId: app.adminId, embedUserId: null },
    secret,
  );
  const refused = [
    [`${search.slice(0, -3)}abc`, 401],
    ['?token=', 401],
    [`?token=${'x'.repeat(100_000)}`, 400],
    // Of a notification: its recipients are for administrators to choose.
    [`?token=${recipient}`, 403],
  ] as const;
  for (const [query, status] of refused)
    assert.equal((await resume(query)).statusCode, status, query.slice(0, 40));
  assert.equal(await state(), false);
  // Two clicks at a time.
  const answers = await Promise.all([resume(search), resume(search)]);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [204, 204],
  );
  assert.equal(await state(), true);
  mailServer.mails.length = 0;
  await write(ada, one.path, `@${bob.name}`);
  assert.deepEqual(await send(), ['bob@example.com']);
});
