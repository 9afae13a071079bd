import type { OidcTokenConfig, Problem } from '@oriel/contract';
import type { RuntimeTarget } from '@oriel/engine';
import assert from 'node:assert/strict';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { createFileKeyring } from '../secrets/keyring.ts';
import { rotateSigningKeys } from '../signing-keys/rotation.ts';
import { createSigningKeys } from '../signing-keys/signing-keys.ts';
import { createTestApp, type TestApp } from '../test/index.ts';
import { createWorkloadTokens, type WorkloadTokens } from './workload-tokens.ts';

const CONFIGS = '/api/v1/oidc-token-configs';

let app: TestApp;
let issuer: string;
let tokens: WorkloadTokens;
let target: RuntimeTarget;
let nowMs = 0;
const faults: unknown[] = [];

before(async () => {
  app = await createTestApp();
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  // It listens on a port.
  issuer = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  target = { deploymentId: app.deploymentId, branch: 'master' };
  await app.call({ method: 'PUT', path: '/api/v1/tenant/settings', body: { oidcEnabled: true } });
  tokens = createWorkloadTokens({
    db: app.database.db,
    dataDir: app.dataDir,
    signingKeys: createSigningKeys({
      database: app.database,
      keyring: createFileKeyring(app.dataDir),
      now: () => nowMs,
    }),
    baseUrl: issuer,
    onFault: (error) => faults.push(error),
    now: () => nowMs,
  });
});
after(async () => {
  await tokens.close();
  await app.close();
  assert.deepEqual(faults, []);
});
beforeEach(() => app.database.pool.query('delete from oidc_token_configs'));

async function makeConfig(body: object): Promise<OidcTokenConfig> {
  const made = await app.call({ method: 'POST', path: CONFIGS, body });
  assert.equal(made.statusCode, 200, made.body);
  return made.json();
}

const custom = (overrides: object = {}) => ({
  audienceType: 'custom',
  customAudience: 'https://warehouse.example.com',
  name: 'warehouse',
  targetEnvVar: 'WAREHOUSE_TOKEN_FILE',
  ...overrides,
});

async function issuesOf(body: object): Promise<string[]> {
  const answer = await app.call({ method: 'POST', path: CONFIGS, body });
  assert.equal(answer.statusCode, 400, answer.body);
  return ((answer.json() as Problem).issues ?? []).map(({ path }) => path);
}

async function pathOf(variable = 'WAREHOUSE_TOKEN_FILE'): Promise<string> {
  const path = (await tokens.prepare(target))[variable];
  assert.ok(path !== undefined, 'the variable is set');
  return path;
}

/** Verifies as a stranger, from the address of the issuer alone. */
async function verify(token: string, audience: string) {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
  // The fields that OpenID Connect Discovery has everybody publish.
  const discovered = (await answer.json()) as { issuer: string; jwks_uri: string };
  const keys = createRemoteJWKSet(new URL(discovered.jwks_uri));
  return jwtVerify(token, keys, { issuer: discovered.issuer, audience, algorithms: ['RS256'] });
}

test('a stranger verifies the token of a runtime by the published keys', async () => {
  const customClaims = { team: 'sales', where: ['{region}', 'd{deployment_id}'] };
  await makeConfig(custom({ subFormat: 'deployment:{deployment_id}:{component}', customClaims }));
  const path = await pathOf();
  const { payload, protectedHeader } = await verify(
    await readFile(path, 'utf8'),
    'https://warehouse.example.com',
  );
  assert.equal(protectedHeader.alg, 'RS256');
  assert.equal(payload.sub, `deployment:${app.deploymentId}:api`);
  assert.deepEqual(payload['where'], ['default', `d${app.deploymentId}`]);
  assert.equal(payload['team'], 'sales');
  assert.equal(payload['svc:deployment_id'], String(app.deploymentId));
  assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 3_600);
  await assert.rejects(verify(await readFile(path, 'utf8'), 'https://other.example.com'), /"aud"/);
});

test('the file is its owner’s alone, and is replaced as a whole before the token ends', async () => {
  await makeConfig(custom());
  const path = await pathOf();
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal((await stat(dirname(path))).mode & 0o777, 0o700);
  const first = await readFile(path, 'utf8');
  await tokens.renew([target]);
  assert.equal(await readFile(path, 'utf8'), first, 'it holds for long');
  nowMs += 46 * 60_000;
  await tokens.renew([target]);
  const second = await readFile(path, 'utf8');
  assert.notEqual(decodeJwt(second).jti, decodeJwt(first).jti);
  await verify(second, 'https://warehouse.example.com');
  assert.deepEqual(await readdir(dirname(path)), ['warehouse']);
});

test('another key signs what is written after a rotation, and the keys before still verify', async () => {
  await makeConfig(custom());
  const path = await pathOf();
  const first = await readFile(path, 'utf8');
  await rotateSigningKeys(app.database.db, createFileKeyring(app.dataDir));
  nowMs += 10_000;
  await tokens.renew([target]);
  const second = await readFile(path, 'utf8');
  assert.notEqual(second, first);
  await verify(first, 'https://warehouse.example.com');
});

test('each kind of audience is known by its own, and is there once', async () => {
  const aws = await makeConfig({ audienceType: 'AWS' });
  assert.deepEqual([aws.audienceType, aws.audience, aws.name], ['AWS', 'sts.amazonaws.com', 'aws']);
  const azure = await makeConfig({ audienceType: 'azure' });
  assert.equal(azure.audience, 'api://AzureADTokenExchange');
  const again = await app.call({
    method: 'POST',
    path: CONFIGS,
    body: { audienceType: 'aws', name: 'another' },
  });
  assert.equal((again.json() as Problem).code, 'oidc_token_config_taken');
  await makeConfig(custom());
  await makeConfig(custom({ name: 'lake', targetEnvVar: 'LAKE_TOKEN_FILE' }));
  assert.deepEqual(Object.keys(await tokens.prepare(target)).sort(), [
    'AWS_WEB_IDENTITY_TOKEN_FILE',
    'AZURE_FEDERATED_TOKEN_FILE',
    'LAKE_TOKEN_FILE',
    'WAREHOUSE_TOKEN_FILE',
  ]);
});

test('audiences that are none are refused', async () => {
  assert.deepEqual(await issuesOf({ audienceType: 'nobody' }), ['audienceType']);
  assert.deepEqual(await issuesOf({ audienceType: 'custom' }), ['customAudience']);
  assert.deepEqual(await issuesOf({ audienceType: 'aws', customAudience: 'me' }), ['customAudience']);
  assert.deepEqual(await issuesOf({ audienceType: 'gcp', customAudience: 'https://evil.example.com' }), [
    'customAudience',
  ]);
});

test('registered claims, those of ours and other values than texts are refused', async () => {
  const customClaims = { sub: 'x', AUD: 'x', 'svc:deployment_id': '1', exp: ['1'], age: 7, deep: { a: 'b' } };
  assert.deepEqual((await issuesOf(custom({ customClaims }))).sort(), [
    'customClaims.AUD',
    'customClaims.age',
    'customClaims.deep',
    'customClaims.exp',
    'customClaims.sub',
    'customClaims.svc:deployment_id',
  ]);
});

test('a subject of ours cannot be that of another deployment', async () => {
  assert.deepEqual(await issuesOf(custom({ subFormat: 'svc:deployment:7' })), ['subFormat']);
  assert.deepEqual(await issuesOf(custom({ subFormat: 'svc:deployment:7{deployment_id}' })), ['subFormat']);
  await makeConfig(custom({ subFormat: 'svc:deployment:{deployment_id}:{component}' }));
});

test('a variable that decides what a process loads is refused', async () => {
  for (const targetEnvVar of [
    'PATH',
    'LD_PRELOAD',
    'NODE_OPTIONS',
    'HTTPS_PROXY',
    'PGPASSFILE',
    'ORIEL_DATA',
  ])
    assert.deepEqual(await issuesOf(custom({ targetEnvVar })), ['targetEnvVar'], targetEnvVar);
});

test('what is left out of a change stays, and null takes away what there need not be', async () => {
  const { id } = await makeConfig(custom({ subFormat: 'a:{region}' }));
  const change = async (body: object) =>
    (await app.call({ method: 'PUT', path: `${CONFIGS}/${id}`, body })).json() as OidcTokenConfig;
  assert.equal((await change({ isEnabled: null })).subFormat, 'a:{region}');
  const changed = await change({ subFormat: null, name: null, customAudience: 'https://b.example.com' });
  assert.deepEqual(
    [changed.subFormat, changed.name, changed.audience],
    [null, 'warehouse', 'https://b.example.com'],
  );
});

test('every token is in the audit log, and none of them in full', async () => {
  await makeConfig(custom());
  const token = await readFile(await pathOf(), 'utf8');
  const answer = await app.call({ method: 'GET', path: '/api/v1/audit-logs' });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.ok(!answer.body.includes(token.split('.')[2] ?? token));
  const { rows } = await app.database.pool.query(
    `select resource, action, after ->> 'subject' as subject from audit_entries
     where resource = 'workloadToken' and resource_id = $1 and tenant_id = $2`,
    [decodeJwt(token).jti, app.tenantId],
  );
  assert.deepEqual(rows, [
    { resource: 'workloadToken', action: 'created', subject: `svc:deployment:${app.deploymentId}` },
  ]);
});

test('a file goes with its configuration, with the switch of the account, and with its runtime', async () => {
  const { id } = await makeConfig(custom());
  const other = await makeConfig(custom({ name: 'lake', targetEnvVar: null }));
  const path = await pathOf();
  await app.call({ method: 'DELETE', path: `${CONFIGS}/${other.id}` });
  await tokens.renew([target]);
  assert.deepEqual(await readdir(dirname(path)), ['warehouse']);
  const put = (at: string, body: object) => app.call({ method: 'PUT', path: at, body });
  await put(`${CONFIGS}/${id}`, { isEnabled: false });
  await tokens.renew([target]);
  await assert.rejects(stat(path), { code: 'ENOENT' });
  await put(`${CONFIGS}/${id}`, { isEnabled: true });
  await pathOf();
  await put('/api/v1/tenant/settings', { oidcEnabled: false });
  assert.deepEqual(await tokens.prepare(target), {});
  await assert.rejects(stat(path), { code: 'ENOENT' });
  await put('/api/v1/tenant/settings', { oidcEnabled: true });
  await pathOf();
  await tokens.renew([]);
  assert.ok(await stat(path), 'a runtime that starts is not there yet');
  nowMs += 5 * 60_000;
  await tokens.renew([]);
  await assert.rejects(stat(path), { code: 'ENOENT' });
});

test('a change of a configuration has runtimes looked at anew', async () => {
  const versionOf = async () => {
    const { rows } = await app.database.pool.query(
      'select runtime_version as version from deployments where id = $1',
      [app.deploymentId],
    );
    return Number((rows[0] as { version: number }).version);
  };
  const before = await versionOf();
  await makeConfig(custom());
  assert.ok((await versionOf()) > before);
});
