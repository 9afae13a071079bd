import type { Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { mailTexts } from '../../mail/texts/mail-texts.ts';
import { createMailRoom, type MailRoom } from '../../mail/mail-room.ts';
import {
  createTestApp,
  startMailServer,
  untilTrue,
  type MailServer,
  type TestApp,
} from '../../test/index.ts';

const password = 'correct horse battery staple';
const changed = 'another horse, other staples';

let mailServer: MailServer;
let mailRoom: MailRoom;
/** Two servers on one database. */
let app: TestApp;
let second: TestApp;
before(async () => {
  mailServer = await startMailServer();
  mailRoom = createMailRoom(mailServer.settings);
  app = await createTestApp({ mailRoom });
  second = await createTestApp({ database: app.database, mailRoom });
});
after(async () => {
  await second.close();
  await app.close();
  await mailRoom.close();
  await mailServer.close();
});

let email: string;
let userId: number;
beforeEach(async () => {
  await app.database.pool.query('delete from sign_in_buckets');
  mailServer.mails.length = 0;
  email = `analyst-${crypto.randomUUID()}@example.com`;
  userId = await app.build.user({ tenantId: app.tenantId, role: 'Explorer', email, password });
});

interface Sent {
  headers?: Record<string, string>;
  on?: TestApp;
}
const post = (path: string, body: object, { headers, on = app }: Sent = {}) =>
  on.call({ method: 'POST', path: `/api/v1/${path}`, key: '', body, ...(headers && { headers }) });
const request = (address: string, sent: Sent = {}) => post('password-resets', { email: address }, sent);
const complete = (token: string, more: object = {}, sent: Sent = {}) =>
  post('password-resets/complete', { token, password: changed, ...more }, sent);
const signIn = (secret: string) => post('sign-in', { email, password: secret });

const mailsTo = (address: string) => mailServer.mails.filter(({ to }) => to === address);

async function askForToken(): Promise<string> {
  assert.equal((await request(email)).statusCode, 204);
  // Beside it the confirmation of an earlier change may come.
  await untilTrue(async () => tokensSent().length > 0);
  return tokensSent()[0] ?? '';
}

const tokensSent = () =>
  mailsTo(email).flatMap(({ parts }) => {
    const [, token] = /\/reset-password#(\S+)/.exec(parts.get('text/plain') ?? '') ?? [];
    return token === undefined ? [] : [token];
  });

async function sessionCookie(): Promise<string> {
  const answer = await signIn(password);
  assert.equal(answer.statusCode, 200, answer.body);
  return `oriel_session=${answer.cookies.find(({ name }) => name === 'oriel_session')?.value}`;
}
const statusOf = async (headers: Record<string, string>, on = app) =>
  (await on.call({ method: 'GET', path: '/api/v1/users/me', key: '', headers })).statusCode;

test('a link sets another password once, ends the sessions on every server, and tells the user', async () => {
  const cookie = await sessionCookie();
  assert.equal(await statusOf({ cookie }, second), 200);
  const token = await askForToken();
  const answers = await Promise.all([complete(token), complete(token, {}, { on: second })]);
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 401]);
  assert.equal(await statusOf({ cookie }), 401);
  assert.equal(await statusOf({ cookie }, second), 401);
  assert.equal((await signIn(password)).statusCode, 401);
  assert.equal((await signIn(changed)).statusCode, 200);
  assert.equal((await complete(token)).json<Problem>().code, 'password_reset_unknown');
  await untilTrue(async () => mailsTo(email).length === 2);
  assert.equal(mailsTo(email)[1]?.headers.get('subject'), 'Your password was changed');
});

test('the database has a hash of the token, and the link carries it where no server and no referrer gets it', async () => {
  const token = await askForToken();
  const { rows } = await app.database.pool.query<{ row: string }>(
    'select r::text as row from password_resets r',
  );
  assert.ok(rows.length > 0);
  for (const { row } of rows) assert.ok(!row.includes(token));
});

test('a link of a day ago is refused, and so is one of another account', async () => {
  const token = await askForToken();
  await app.build.tenant({ host: 'other.example.com' });
  const elsewhere = await complete(token, {}, { headers: { host: 'other.example.com' } });
  assert.equal(elsewhere.json<Problem>().code, 'password_reset_unknown');
  await app.database.pool.query(`update password_resets set expires_at = now() - interval '1 second'`);
  assert.equal((await complete(token)).json<Problem>().code, 'password_reset_unknown');
});

test('keys and authorized applications of the user go on, unless the user asks for their end', async () => {
  const key = await app.build.apiKey({ tenantId: app.tenantId, userId });
  const authorization = `Bearer ${key}`;
  assert.equal((await complete(await askForToken())).statusCode, 200);
  assert.equal(await statusOf({ authorization }, second), 200);
  mailServer.mails.length = 0;
  await app.database.pool.query(
    `insert into oauth_grants (key, tenant_id, user_id, client_id, scopes, payload, expires_at)
     values (gen_random_uuid(), $1, $2, 'oriel-cli', '{}', '{}', now() + interval '1 day')`,
    [app.tenantId, userId],
  );
  assert.equal((await complete(await askForToken(), { revokesKeys: true })).statusCode, 200);
  const { rows } = await app.database.pool.query('select from oauth_grants where user_id = $1', [userId]);
  assert.equal(rows.length, 0);
  assert.equal(await statusOf({ authorization }), 401);
  await untilTrue(async () => (await statusOf({ authorization }, second)) === 401);
});

test('user enumeration: the answer is the same for an unknown address, and comes before anybody is looked up', async () => {
  const { promise: isAnswered, resolve: answered } = Promise.withResolvers<void>();
  // A mail server that waits for the answer: one that waited for the mail would never come.
  mailServer.onRecipient = () => isAnswered;
  try {
    const [known, unknown] = [await request(email), await request('nobody@example.com')];
    answered();
    assert.deepEqual([known.statusCode, known.body], [204, '']);
    assert.deepEqual([unknown.statusCode, unknown.body], [known.statusCode, known.body]);
    assert.deepEqual(Object.keys(unknown.headers).sort(), Object.keys(known.headers).sort());
    await untilTrue(async () => mailsTo(email).length > 0);
    assert.equal(mailsTo('nobody@example.com').length, 0);
  } finally {
    answered();
    mailServer.onRecipient = () => {};
  }
});

test('user enumeration: as many requests are taken for an unknown address as for a known one', async () => {
  const takenOf = async (address: string) => {
    let taken = 0;
    while ((await request(address)).statusCode === 204) taken += 1;
    await app.database.pool.query('delete from sign_in_buckets');
    return taken;
  };
  assert.equal(await takenOf(email), 3);
  assert.equal(await takenOf('nobody@example.com'), 3);
});

test('a deactivated user gets no link', async () => {
  await app.database.pool.query('update users set is_deactivated = true where id = $1', [userId]);
  await request(email);
  const other = email;
  email = `other-${crypto.randomUUID()}@example.com`;
  await app.build.user({ tenantId: app.tenantId, email, password });
  await askForToken();
  assert.equal(mailsTo(other).length, 0);
});

test('a link never leads to a host that the request has made up', async () => {
  await app.build.tenant();
  const before = mailServer.mails.length;
  assert.equal((await request(email, { headers: { host: 'evil.example' } })).statusCode, 204);
  await askForToken();
  for (const { parts } of mailServer.mails.slice(before))
    assert.ok(![...parts.values()].join('').includes('evil.example'));
  assert.equal(mailsTo(email).length, 1);
});

test('a common password and the own name are refused, and the link goes on working', async () => {
  const token = await askForToken();
  for (const secret of ['password1', email])
    assert.equal((await complete(token, { password: secret })).json<Problem>().code, 'password_refused');
  assert.equal((await complete(token)).statusCode, 200);
});

test('guessing tokens of links and of invitations has to wait', async () => {
  const guess = (path: string) => post(path, { token: 'guess', password: changed });
  let tries = 0;
  while ((await guess('password-resets/complete')).statusCode === 401) tries += 1;
  assert.ok(tries >= 30 && tries < 40, String(tries));
  assert.equal((await guess('invitations/accept')).statusCode, 429);
});

test('without a mail server the answer is the same', async () => {
  const without = await createTestApp();
  try {
    assert.equal((await request(email, { on: without })).statusCode, 204);
  } finally {
    await without.close();
  }
});

test('the mail is in the language of the user', async () => {
  const address = 'lisa@example.com';
  await app.build.user({ tenantId: app.tenantId, role: 'Explorer', email: address, password });
  await app.database.db
    .updateTable('users')
    .set({ settings: JSON.stringify({ locale: 'vi-VN' }) })
    .where('email', '=', address)
    .execute();
  assert.equal((await request(address.toUpperCase())).statusCode, 204);
  await untilTrue(async () => mailsTo(address).length === 1);
  const [link] = mailsTo(address);
  const [, token = ''] = /\/reset-password#(\S+)/.exec(link?.parts.get('text/plain') ?? '') ?? [];
  assert.equal((await complete(token)).statusCode, 200);
  await untilTrue(async () => mailsTo(address).length === 2);
  const titles = mailsTo(address).map(
    ({ parts }) => /<title>(.*)<\/title>/.exec(parts.get('text/html') ?? '')?.[1],
  );
  const { reset, changed: told } = mailTexts['vi-VN'];
  assert.deepEqual(titles, [reset.title, told.title]);
  for (const { parts, headers } of mailsTo(address)) {
    assert.equal(headers.get('content-language'), 'vi-VN');
    assert.doesNotMatch(parts.get('text/plain')?.replace(/http\S+/, '') ?? '', /password|message|session/i);
  }
});
