import type {
  BranchesListResponse,
  Deployment,
  GitProviderBranchesListResponse,
  GitProviderConnectStatusResponse,
  GitProviderInstallationsListResponse,
  GitProviderReposListResponse,
  GitRemote,
  Problem,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { collectErrors, createTestApp, untilTrue, type TestApp, type TestCall } from '../test/index.ts';
import { INSTALLATION, ORGANIZATION, startFakeGitHub, type FakeGitHub } from '../test/hosts/fake-github.ts';
import { createGitClient, type GitClient } from '../test/hosts/git-client.ts';
import { parseGitProviderSettings } from '../server-settings/git-provider-settings.ts';

const WEBHOOK_SECRET = 'github-webhook-secret';
const email = 'anna@example.com';
const password = 'correct horse battery staple';

let github: FakeGitHub;
let app: TestApp;
let userId: number;
let key: string;
let cookie: string;
let client: GitClient;
const { logger, lines } = collectErrors();

before(async () => {
  github = await startFakeGitHub();
  const { url } = github.git;
  const gitProviderSettings = parseGitProviderSettings({
    github: {
      'github-app-id': github.appId,
      'github-app-private-key': github.privateKey.replaceAll('\n', '\\n'),
      'github-client-id': github.clientId,
      'github-client-secret': github.clientSecret,
      'github-webhook-secret': WEBHOOK_SECRET,
      'github-url': url,
    },
  });
  app = await createTestApp({ gitProviderSettings, logger });
  const { build, tenantId } = app;
  userId = await build.user({ tenantId, role: 'Admin', email, password });
  key = await build.apiKey({ tenantId, userId });
  const signedIn = await app.call({
    method: 'POST',
    path: '/api/v1/sign-in',
    key: '',
    body: { email, password },
  });
  cookie = `oriel_session=${signedIn.cookies[0]?.value}`;
});
after(async () => {
  await app.close();
  await github.close();
});
beforeEach(async (context) => {
  client = await createGitClient();
  (context as { after?(close: () => Promise<void>): void }).after?.(() => client.close());
  await client.git('init', '--quiet', '--initial-branch=main');
});

const call = (method: TestCall['method'], path: string, body?: unknown) =>
  app.call({ method, path, body, key });
async function ok<T>(...args: Parameters<typeof call>): Promise<T> {
  const answer = await call(...args);
  assert.equal(answer.statusCode, 200, `${args[0]} ${args[1]}: ${answer.body}`);
  return answer.json();
}
const refusal = async (...args: Parameters<typeof call>) => {
  const answer = await call(...args);
  return `${answer.statusCode} ${(answer.json() as Problem).code}`;
};

const status = () => ok<GitProviderConnectStatusResponse>('GET', '/api/v1/gitprovider/status');
const comeBack = (query: Record<string, string>, headers: Record<string, string> = { cookie }) =>
  app.app.inject({ url: `/api/v1/gitprovider/callback?${new URLSearchParams(query)}`, headers });

async function link(): Promise<void> {
  const { linkUrl } = await status();
  const state = new URL(linkUrl).searchParams.get('state') ?? '';
  const answer = await comeBack({ code: github.agree(), state });
  assert.equal(answer.statusCode, 302, answer.body);
}

/** A repository with a model on `main`, and a deployment that was created for it. */
async function begin(name: string): Promise<{ id: number; head: string }> {
  github.repositories.set(name, 5_000 + github.repositories.size);
  await client.git('remote', 'add', 'origin', await github.git.makeRepository(`${ORGANIZATION}/${name}.git`));
  const head = await client.commit({
    'model/orders.yml': 'cubes: [{ name: orders, sql: SELECT 1 AS id }]\n',
  });
  await client.git('push', '--quiet', 'origin', 'HEAD:main', 'HEAD:feature');
  return { id: await makeDeployment('github'), head };
}

async function makeDeployment(creationMethod: string): Promise<number> {
  const body = { name: crypto.randomUUID(), creationMethod };
  return (await ok<Deployment>('POST', '/build/api/v1/deployments', body)).id;
}

const connect = (id: number, body: object) =>
  ok<Deployment>('POST', `/build/api/v1/deployments/${id}/gitprovider/connect`, {
    installationId: INSTALLATION,
    ...body,
  });
const sync = (id: number) => ok<GitRemote>('POST', `/build/api/v1/deployments/${id}/git-remote/sync`);
async function headsOf(id: number): Promise<Record<string, string | null | undefined>> {
  const { items } = await ok<BranchesListResponse>('GET', `/build/api/v1/deployments/${id}/branches`);
  return Object.fromEntries(items.map(({ name, lastHash }) => [name, lastHash]));
}

/** Sends a webhook as GitHub does. */
function deliver(body: object, { delivery = crypto.randomUUID(), secret = WEBHOOK_SECRET } = {}) {
  const payload = JSON.stringify(body);
  return app.app.inject({
    method: 'POST',
    url: '/api/v1/gitprovider/webhook',
    payload,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': delivery,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`,
    },
  });
}

test('without the settings the status says what is missing, and the rest refuses', async () => {
  const bare = await createTestApp({ gitProviderSettings: parseGitProviderSettings({ github: {} }) });
  try {
    const { connected, missingSettings } = (
      await bare.call({ method: 'GET', path: '/api/v1/gitprovider/status' })
    ).json() as GitProviderConnectStatusResponse;
    assert.equal(connected, false);
    assert.ok(missingSettings.includes('ORIEL_GITHUB_APP_ID'));
    const refused = await bare.call({ method: 'GET', path: '/api/v1/gitprovider/installations' });
    assert.equal(refused.statusCode, 409);
    assert.match(refused.body, /ORIEL_GITHUB_APP_PRIVATE_KEY/);
    const webhook = await bare.app.inject({
      method: 'POST',
      url: '/api/v1/gitprovider/webhook',
      payload: {},
    });
    assert.equal(webhook.statusCode, 409);
  } finally {
    await bare.close();
  }
});

test('a user is linked by the browser in which they are signed in, with a state that was made for them', async () => {
  const before = await status();
  assert.equal(before.connected, false);
  assert.equal(before.settingsUrl, `${github.git.url}/github-apps/oriel/installations/new`);
  const url = new URL(before.linkUrl);
  assert.equal(`${url.origin}${url.pathname}`, `${github.git.url}/login/oauth/authorize`);
  assert.match(url.searchParams.get('redirect_uri') ?? '', /\/api\/v1\/gitprovider\/callback$/);
  const state = url.searchParams.get('state') ?? '';
  assert.equal(await refusal('GET', '/api/v1/gitprovider/installations'), '409 git_provider_not_linked');
  // Without a session, with the session of another, and with a state that was made up or for another.
  assert.equal((await comeBack({ code: github.agree(), state }, {})).statusCode, 401);
  const foreign = await app.call({ method: 'GET', path: '/api/v1/gitprovider/status' });
  const foreignUrl = new URL((foreign.json() as GitProviderConnectStatusResponse).linkUrl);
  for (const wrong of [foreignUrl.searchParams.get('state') ?? '', `${state}x`, 'state', ''])
    assert.equal((await comeBack({ code: github.agree(), state: wrong })).statusCode, 403, wrong);
  assert.equal((await comeBack({ code: 'made-up', state })).statusCode, 409);
  assert.equal((await status()).connected, false);
  await link();
  const after = await status();
  assert.deepEqual([after.connected, after.login], [true, 'anna']);
  const { rows } = await app.database.pool.query(
    'select to_jsonb(l)::text as text from git_provider_links l',
  );
  assert.ok(!JSON.stringify(rows).includes('ghu_'));
  await ok('DELETE', '/api/v1/gitprovider/link');
  assert.equal((await status()).connected, false);
});

test('installations, repositories and branches are those that the user sees; tokens are renewed', async () => {
  github.expireUserTokens = true;
  await link();
  github.expireUserTokens = false;
  const { head } = await begin('listed');
  const installations = await ok<GitProviderInstallationsListResponse>(
    'GET',
    '/api/v1/gitprovider/installations',
  );
  assert.deepEqual(installations.items, [
    {
      id: String(INSTALLATION),
      installationId: String(INSTALLATION),
      login: ORGANIZATION,
      avatarUrl: `${github.git.url}/avatar.png`,
    },
  ]);
  assert.deepEqual(installations.data, installations.items);
  const list = `/api/v1/gitprovider/installations/${INSTALLATION}/repositories`;
  const { items } = await ok<GitProviderReposListResponse>('GET', list);
  assert.ok(items.some(({ name, htmlUrl }) => name === 'listed' && htmlUrl.endsWith('/northwind/listed')));
  assert.equal(
    await refusal('GET', '/api/v1/gitprovider/installations/8/repositories'),
    '404 git_installation_not_found',
  );
  const branches = (repo: string) =>
    `/api/v1/gitprovider/repositories/${ORGANIZATION}/${repo}/branches?installationId=${INSTALLATION}`;
  const found = await ok<GitProviderBranchesListResponse>('GET', branches('listed'));
  assert.deepEqual(found.items, [
    { name: 'feature', isDefault: false },
    { name: 'main', isDefault: true },
  ]);
  assert.equal(await refusal('GET', branches('none')), '404 git_repository_not_found');
  assert.equal(head.length, 40);
});

test('connecting clones and builds; a webhook fetches, once, and only where it is signed', async () => {
  await link();
  const { id, head } = await begin('connected');
  assert.equal((await connect(id, { name: 'connected' })).creationStep, 'ready');
  assert.equal((await sync(id)).state, 'synced');
  assert.deepEqual(await headsOf(id), { main: head, feature: head });
  assert.equal(
    await refusal('POST', `/build/api/v1/deployments/${id}/gitprovider/connect`, {
      installationId: INSTALLATION,
      name: 'connected',
    }),
    '409 git_remote_taken',
  );
  await untilTrue(async () => {
    const { items } = await ok<{ items: { state: string; isServing: boolean }[] }>(
      'GET',
      `/api/v1/deployments/${id}/builds?branchName=main`,
    );
    return items[0]?.isServing === true;
  });
  const next = await client.commit({ 'model/more.yml': 'cubes: []\n' });
  await client.git('push', '--quiet', 'origin', 'HEAD:main');
  const body = { ref: 'refs/heads/main', repository: { id: github.repositories.get('connected') } };
  assert.equal((await deliver(body, { secret: 'guessed' })).statusCode, 401);
  const delivery = crypto.randomUUID();
  assert.deepEqual((await deliver(body, { delivery })).json(), { accepted: 1 });
  await untilTrue(async () => (await headsOf(id))['main'] === next);
  assert.deepEqual((await deliver(body, { delivery })).json(), { accepted: 0 });
  assert.deepEqual((await deliver({ repository: { id: 1 } })).json(), { accepted: 0 });
  // The app asks for this repository alone, and for no more than it needs.
  for (const { repositoryIds, permissions } of github.tokens.values()) {
    assert.equal(repositoryIds.length, 1);
    assert.deepEqual(permissions, { contents: 'write', metadata: 'read' });
  }
});

test('what is committed here is pushed, and a pull request is opened instead of a merge', async () => {
  await link();
  const { id } = await begin('requested');
  await connect(id, { name: `${ORGANIZATION}/requested` });
  await sync(id);
  const path = `/build/api/v1/deployments/${id}`;
  const { branchName = '' } = await ok<{ branchName?: string }>('POST', `${path}/dev-mode`);
  await ok('PUT', `${path}/data-model/files`, { files: [{ path: 'model/new.txt', content: 'new\n' }] });
  const request = { branchName, title: 'Add new' };
  assert.equal(await refusal('POST', `${path}/gitprovider/pull-request`, request), '400 uncommitted_changes');
  await ok('POST', `${path}/commit`, { message: 'New' });
  const made = await ok<{ number: number; url: string }>('POST', `${path}/gitprovider/pull-request`, request);
  assert.match(made.url, /\/northwind\/requested\/pull\/\d+$/);
  assert.deepEqual(github.pullRequests.at(-1), {
    repository: 'requested',
    head: branchName,
    base: 'main',
    title: 'Add new',
  });
  const heads = await github.git.heads(`${ORGANIZATION}/requested.git`);
  assert.equal(heads[branchName], (await headsOf(id))[branchName]);
});

test('a model of its own goes into a new repository, and is never replaced by another', async () => {
  await link();
  await begin('full');
  const id = await makeDeployment('upload');
  const path = `/build/api/v1/deployments/${id}`;
  await ok('POST', `${path}/dev-mode`);
  await ok('PUT', `${path}/data-model/files`, { files: [{ path: 'model/own.txt', content: 'own\n' }] });
  await ok('POST', `${path}/commit`, {});
  await ok('POST', `${path}/merge`, { deleteBranch: true });
  const connectPath = `${path}/gitprovider/connect`;
  const installationId = INSTALLATION;
  assert.equal(await refusal('POST', connectPath, { installationId, name: 'full' }), '409 git_remote_model');
  assert.equal(
    await refusal('POST', connectPath, { installationId: 8, name: 'full' }),
    '404 git_installation_not_found',
  );
  assert.equal(
    await refusal('POST', connectPath, { installationId, name: 'none' }),
    '404 git_repository_not_found',
  );
  for (const deployProjectRoot of ['../..', 'a/../../b', '/etc', 'C:\\x'])
    assert.equal(
      await refusal('POST', connectPath, { installationId, name: 'made-here', deployProjectRoot }),
      '400 validation_failed',
    );
  await connect(id, { name: 'made-here', isNewRepo: true });
  assert.equal((await sync(id)).state, 'synced');
  assert.deepEqual(await github.git.heads(`${ORGANIZATION}/made-here.git`), await headsOf(id));
  // One without a branch starts with a project in a new repository, and is built and changed like any other.
  const begun = await makeDeployment('github');
  await connect(begun, { name: 'begun-here', isNewRepo: true });
  assert.equal((await sync(begun)).state, 'synced');
  const heads = await headsOf(begun);
  assert.equal(Object.keys(heads).length, 1);
  assert.deepEqual(await github.git.heads(`${ORGANIZATION}/begun-here.git`), heads);
  const begunPath = `/build/api/v1/deployments/${begun}`;
  await ok('POST', `${begunPath}/dev-mode`);
  await ok('PUT', `${begunPath}/data-model/files`, { files: [{ path: 'model/own.txt', content: 'own\n' }] });
  // One that has nothing but the project that it started with takes the model of the repository.
  const fresh = await makeDeployment('upload');
  await connect(fresh, { name: 'full', deployBranchName: 'feature' });
  await sync(fresh);
  assert.deepEqual(Object.keys(await headsOf(fresh)).sort(), ['feature', 'main']);
});

test('no token is in the log, in the database or in the audit log', async () => {
  const { rows } = await app.database.pool.query(
    'select to_jsonb(r)::text as text from git_remotes r union all select to_jsonb(e)::text from audit_entries e',
  );
  for (const text of [JSON.stringify(rows), JSON.stringify(lines)])
    assert.doesNotMatch(text, /gh[sur]_[0-9a-f]/);
});
