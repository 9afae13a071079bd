import { startTestServer, type TestServer } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runOriel, type CommandOutcome } from './run-oriel.ts';

const model = `
cubes:
  - name: numbers
    sql: SELECT range AS n FROM range(3)
    dimensions:
      - { name: n, sql: n, type: number }
    measures:
      - { name: count, type: count }
  - name: many
    sql: SELECT range AS n FROM range(10001)
    dimensions:
      - { name: n, sql: n, type: number }
`;

/** The real command against the real server, with its database and an engine. */
let server: TestServer;
let url: string;
let cwd: string;
before(async () => {
  server = await startTestServer([{ path: 'numbers.yml', content: model }]);
  ({ url } = server);
  cwd = await mkdtemp(join(tmpdir(), 'oriel-cli-'));
});
after(async () => {
  await server.close();
  await rm(cwd, { recursive: true, force: true, maxRetries: 10 });
});

const oriel = (args: readonly string[], env: Record<string, string> = {}): Promise<CommandOutcome> =>
  runOriel(args, { cwd, env: { ORIEL_URL: url, ORIEL_API_KEY: server.adminKey, ...env } });

async function linesOf(args: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await oriel(args);
  assert.deepEqual([code, stderr], [0, '']);
  return stdout.trimEnd().split('\n');
}

const assertFault = (outcome: CommandOutcome, code: number, line: string): void =>
  assert.deepEqual(outcome, { code, stdout: '', stderr: `oriel: ${line}\n` });

test('deployments lists what the key reaches', async () => {
  const lines = await linesOf(['deployments']);
  assert.match(lines[0] ?? '', /^ID +NAME +ADDRESS$/);
  assert.match(lines[1] ?? '', new RegExp(`^${server.deploymentId} +\\S+ +${url}/deployments/`));
});

test('workspace lists past the largest page, unless a limit is set', async () => {
  const deploymentId = await server.build.deployment({ tenantId: server.tenantId });
  await server.database.pool.query(
    `insert into workbooks (deployment_id, name, user_id) select $1, 'Workbook ' || n, $2 from generate_series(1, 1100) n`,
    [deploymentId, server.adminId],
  );
  const args = ['workspace', '--deployment', String(deploymentId)];
  assert.equal((await linesOf(args)).length, 1101);
  assert.equal((await linesOf([...args, '--limit', '1050'])).length, 1051);
  const { stdout } = await oriel([...args, '--limit', '3', '--json']);
  assert.equal((JSON.parse(stdout) as unknown[]).length, 3);
});

test('source test tells whether a source answers, and what there is none of', async () => {
  const { deploymentId } = server;
  const args = ['source', 'test', 'default', '--deployment', String(deploymentId)];
  assert.match((await linesOf(args))[0] ?? '', /^default answers after \d+ ms$/);
  const { status } = JSON.parse((await linesOf([...args, '--json'])).join('')) as { status: string };
  assert.equal(status, 'ok');
  const outcome = await oriel(['source', 'test', 'shop', '--deployment', String(deploymentId)]);
  assert.deepEqual([outcome.code, outcome.stdout], [1, '']);
  assert.match(outcome.stderr, /The deployment has no data source "shop"/);
});

test('workspace lists one folder', async () => {
  const { id: folderId } = (
    await server.call({
      method: 'POST',
      path: `/api/v1/deployments/${server.deploymentId}/folders`,
      body: { name: 'Quarter' },
    })
  ).json<{ id: number }>();
  const args = ['workspace', '--deployment', String(server.deploymentId)];
  assert.match((await linesOf(args))[1] ?? '', new RegExp(`^FOLDER +${folderId} +Quarter +\\d{4}-`));
  assert.deepEqual(await linesOf([...args, '--folder', String(folderId), '--json']), ['[]']);
});

test('query prints rows as a table and as JSON', async () => {
  const query = { dimensions: ['numbers.n'], order: { 'numbers.n': 'desc' } };
  const args = ['query', '--deployment', String(server.deploymentId), '--query', JSON.stringify(query)];
  assert.deepEqual(await linesOf(args), ['numbers.n', '2', '1', '0']);
  const { stdout } = await oriel([...args, '--json']);
  assert.deepEqual(
    (JSON.parse(stdout) as Record<string, unknown>[]).map((row) => String(row['numbers.n'])),
    ['2', '1', '0'],
  );
});

test('query without rows prints its columns, and says so to a person', async () => {
  const filters = [{ member: 'numbers.n', operator: 'gt', values: ['99'] }];
  const run = (query: object, ...more: string[]) =>
    oriel(['query', '--deployment', String(server.deploymentId), '--query', JSON.stringify(query), ...more]);
  const said = { code: 0, stderr: 'oriel: 0 rows\n' };
  assert.deepEqual(await run({ dimensions: ['numbers.n'], measures: ['numbers.count'], filters }), {
    ...said,
    stdout: 'numbers.n  numbers.count\n',
  });
  assert.deepEqual(await run({ dimensions: ['numbers.n'], filters }, '--json'), {
    code: 0,
    stderr: '',
    stdout: '[]\n',
  });
});

test('query says when the rows end at a limit that nobody has stated', async () => {
  const run = (query: object) =>
    oriel(['query', '--deployment', String(server.deploymentId), '--query', JSON.stringify(query)]);
  const cut = await run({ dimensions: ['many.n'] });
  assert.equal(cut.code, 0);
  assert.equal(cut.stdout.trimEnd().split('\n').length, 10_001);
  assert.equal(cut.stderr, 'oriel: These are the first 10000 rows, the limit of a query that states none\n');
  assert.equal((await run({ dimensions: ['many.n'], limit: 5 })).stderr, '');
});

test('a query that is no JSON, or of no such member, is one line', async () => {
  const args = ['query', '--deployment', String(server.deploymentId), '--query'];
  const malformed = await oriel([...args, '{']);
  assert.equal(malformed.code, 2);
  assert.match(malformed.stderr, /^oriel: --query is not JSON: [^\n]+\n$/);
  const unknown = await oriel([...args, '{"measures":["numbers.none"]}']);
  assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
  assert.match(unknown.stderr, /^oriel: [^\n]*numbers\.none[^\n]*\n$/);
});

test('spec prints the OpenAPI document', async () => {
  const { stdout } = await oriel(['spec']);
  assert.match((JSON.parse(stdout) as { openapi: string }).openapi, /^3\.1/);
});

test('a key that is not accepted is told by where it was said, never shown', async () => {
  const outcome = await oriel(['deployments'], { ORIEL_API_KEY: 'orl_secret' });
  const line = `${url} does not accept the API key of ORIEL_API_KEY (unauthenticated): set ORIEL_API_KEY or give --api-key`;
  assertFault(outcome, 1, line);
});

test('what the key may not do is one line with the reason', async () => {
  const other = await server.build.deployment({ tenantId: server.tenantId });
  const apiKey = await server.build.apiKey({
    tenantId: server.tenantId,
    userId: server.adminId,
    deploymentIds: [server.deploymentId],
  });
  const args = ['workspace', '--deployment', String(other)];
  const message = `The API key of ORIEL_API_KEY may not do this: The credential does not reach the deployment ${other} (deployment_out_of_scope)`;
  assertFault(await oriel(args, { ORIEL_API_KEY: apiKey }), 1, message);
  const asJson = await oriel([...args, '--json'], { ORIEL_API_KEY: apiKey });
  const { error } = JSON.parse(asJson.stderr) as { error: Record<string, string> };
  assert.deepEqual([error['code'], error['message']], ['deployment_out_of_scope', message]);
  assert.ok(error['requestId']);
});

test('a deployment that there is not is named, with how to find the others', async () => {
  const line =
    'There is no deployment 99999 (deployment_not_found): oriel deployments lists those that there are';
  assertFault(await oriel(['workspace', '--deployment', '99999']), 1, line);
});

test('an address that is not the server itself is one line', async () => {
  const line = `${url}/console (--url) is no Oriel server, or one of another version: it has no such address (404)`;
  assertFault(await oriel(['deployments', '--url', `${url}/console`]), 1, line);
});
