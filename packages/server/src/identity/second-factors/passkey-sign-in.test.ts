import type { ConsoleSessionList, CurrentUser, Problem, SecondFactors } from '@oriel/contract';
import type { LightMyRequestResponse } from 'fastify';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  openBrowser,
  passkeyChallenge,
  setUpPasskey,
  type TestBrowser,
} from '../../test/identity/factor-calls.ts';
import { createTestApp, type TestApp } from '../../test/index.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '../../test/identity/software-authenticator.ts';

const password = 'correct horse battery staple';

/** Two servers on one database and one set of keys. */
let app: TestApp;
let second: TestApp;
before(async () => {
  app = await createTestApp();
  second = await createTestApp({ database: app.database, dataDir: app.dataDir });
});
after(async () => {
  await second.close();
  await app.close();
});

let email: string;
let userId: number;
let browser: TestBrowser;
let authenticator: SoftwareAuthenticator;
beforeEach(async () => {
  await app.database.pool.query('delete from sign_in_buckets');
  email = `analyst-${crypto.randomUUID()}@example.com`;
  userId = await app.build.user({ tenantId: app.tenantId, email, password });
  browser = openBrowser(app);
  authenticator = createSoftwareAuthenticator();
  await browser.call('POST', 'sign-in', { email, password });
});

const codeIn = (answer: LightMyRequestResponse) => answer.json<Problem>().code;
const signIn = (from: TestBrowser, body: object, on = app) => from.call('POST', 'sign-in/passkey', body, on);

test('a passkey signs in without a password, on any server, and the session says so', async () => {
  const { passkey, recoveryCodes } = await setUpPasskey(browser, authenticator);
  assert.deepEqual([passkey.name, passkey.lastUsedAt, recoveryCodes?.length], ['Laptop', null, 10]);
  const other = openBrowser(app);
  const challenge = await passkeyChallenge(other, 'sign-in');
  const answer = await signIn(other, authenticator.use({ challenge }), second);
  assert.equal(answer.json<CurrentUser>().id, userId, answer.body);
  const { items } = (await other.call('GET', 'sessions')).json<ConsoleSessionList>();
  assert.equal(items.find(({ isCurrent }) => isCurrent)?.method, 'passkey');
  const factors = (await other.call('GET', 'second-factors')).json<SecondFactors>();
  assert.notEqual(factors.passkeys[0]?.lastUsedAt, null);
});

test('a passkey is a second factor after the password, without asking for a PIN', async () => {
  await setUpPasskey(browser, authenticator);
  const other = openBrowser(app);
  const refused = await other.call('POST', 'sign-in', { email, password });
  assert.equal(codeIn(refused), 'second_factor_required');
  const challenge = await passkeyChallenge(other, 'second-factor');
  const passkey = authenticator.use({ challenge, isUserVerified: false });
  const answer = await other.call('POST', 'sign-in/second-factor', { passkey }, second);
  assert.equal(answer.statusCode, 200, answer.body);
});

test('what is not the right use of the passkey is refused', async () => {
  await setUpPasskey(browser, authenticator);
  const stranger = createSoftwareAuthenticator();
  const uses: Record<string, (challenge: string) => object> = {
    'another challenge': () => authenticator.use({ challenge: 'YW5vdGhlcg' }),
    'another origin': (challenge) => authenticator.use({ challenge, origin: 'https://evil.example' }),
    'another relying party': (challenge) => authenticator.use({ challenge, rpId: 'evil.example' }),
    'a user who was not verified': (challenge) => authenticator.use({ challenge, isUserVerified: false }),
    'another key': (challenge) => ({
      ...stranger.use({ challenge }),
      id: authenticator.use({ challenge }).id,
    }),
    'an unknown passkey': (challenge) => stranger.use({ challenge }),
  };
  for (const [name, use] of Object.entries(uses)) {
    const other = openBrowser(app);
    const answer = await signIn(other, use(await passkeyChallenge(other, 'sign-in')));
    assert.equal(codeIn(answer), 'second_factor_wrong', name);
    assert.equal(other.cookies.has('oriel_session'), false, name);
  }
});

test('replay: an answer of a passkey is taken once, and its counter has to grow', async () => {
  await setUpPasskey(browser, authenticator);
  const other = openBrowser(app);
  const challenge = await passkeyChallenge(other, 'sign-in');
  const used = authenticator.use({ challenge }, 7);
  const cookie = other.cookies.get('oriel_sign_in') ?? '';
  const copies = [openBrowser(app), openBrowser(app)];
  for (const copy of copies) copy.cookies.set('oriel_sign_in', cookie);
  const answers = await Promise.all(copies.map((copy, index) => signIn(copy, used, index ? second : app)));
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
  const cloned = openBrowser(app);
  const next = await passkeyChallenge(cloned, 'sign-in');
  const answer = await signIn(cloned, authenticator.use({ challenge: next }, 7));
  assert.equal(codeIn(answer), 'second_factor_wrong');
});

test('stolen challenge: the answer of a passkey is worth nothing in another browser', async () => {
  await setUpPasskey(browser, authenticator);
  const used = authenticator.use({ challenge: await passkeyChallenge(openBrowser(app), 'sign-in') });
  assert.equal(codeIn(await signIn(openBrowser(app), used)), 'sign_in_challenge_unknown');
  const other = openBrowser(app);
  await passkeyChallenge(other, 'sign-in');
  assert.equal(codeIn(await signIn(other, used)), 'second_factor_wrong');
});

test('a passkey of another user is no second factor', async () => {
  await setUpPasskey(browser, authenticator);
  email = `other-${crypto.randomUUID()}@example.com`;
  await app.build.user({ tenantId: app.tenantId, email, password });
  const other = openBrowser(app);
  await other.call('POST', 'sign-in', { email, password });
  await setUpPasskey(other, createSoftwareAuthenticator());
  const victim = openBrowser(app);
  await victim.call('POST', 'sign-in', { email, password });
  const challenge = await passkeyChallenge(victim, 'second-factor');
  const passkey = authenticator.use({ challenge });
  assert.equal(
    codeIn(await victim.call('POST', 'sign-in/second-factor', { passkey })),
    'second_factor_wrong',
  );
});

test('a new passkey answers to the challenge of its session, from this origin, once', async () => {
  const begin = async () => {
    const options = await browser.call('POST', 'second-factors/passkeys/options');
    return String(options.json<{ publicKey: { challenge: string } }>().publicKey.challenge);
  };
  const add = (body: object) => browser.call('POST', 'second-factors/passkeys', body);
  const made = authenticator.make({ challenge: await begin(), origin: 'https://evil.example' });
  assert.equal(codeIn(await add(made)), 'passkey_refused');
  await begin();
  assert.equal(codeIn(await add(authenticator.make({ challenge: 'YW5vdGhlcg' }))), 'passkey_refused');
  const challenge = await begin();
  assert.equal((await add(authenticator.make({ challenge }))).statusCode, 200);
  assert.equal(codeIn(await add(authenticator.make({ challenge }))), 'passkey_refused');
});

test('a user has several passkeys, renames and removes them; the last takes the recovery codes along', async () => {
  const { passkey } = await setUpPasskey(browser, authenticator);
  const { passkey: other, recoveryCodes } = await setUpPasskey(browser, createSoftwareAuthenticator());
  assert.equal(recoveryCodes, null);
  const renamed = await browser.call('PATCH', `second-factors/passkeys/${other.id}`, { name: 'Key ring' });
  assert.equal(renamed.json<{ name: string }>().name, 'Key ring');
  await browser.call('DELETE', `second-factors/passkeys/${passkey.id}`);
  const left = (await browser.call('GET', 'second-factors')).json<SecondFactors>();
  assert.deepEqual([left.passkeys.map(({ name }) => name), left.recoveryCodes], [['Key ring'], 10]);
  await browser.call('DELETE', `second-factors/passkeys/${other.id}`);
  const none = (await browser.call('GET', 'second-factors')).json<SecondFactors>();
  assert.deepEqual([none.passkeys, none.recoveryCodes], [[], 0]);
  const missing = await browser.call('DELETE', `second-factors/passkeys/${other.id}`);
  assert.equal(codeIn(missing), 'passkey_not_found');
});
