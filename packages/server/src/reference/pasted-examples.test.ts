import { entriesOf, operations, type Operation, type OperationId } from '@oriel/contract';
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Engine } from '@oriel/engine';
import { serverBrands } from '@oriel/contract';
import {
  adminHeadersFor,
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  makeFixturesFor,
  needGitHub,
  needSecret,
  type Fixtures,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';
import { curlExampleOf, variableOf } from '../http/openapi/curl-example.ts';

const run = promisify(execFile);

/** The document of the API is the longest. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Pastes the example of every operation into a shell, as a reader does who has set its variables. */
const model = 'cubes: [{ name: flights, sql: SELECT 1 AS id, measures: [{ name: count, type: count }] }]';

let testApp: TestApp;
let calls: WorkspaceCalls;
let engine: Engine;
let url: string;
let embedToken: string;
/** Where a reader has the file that some examples send. */
let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oriel-examples-'));
  await writeFile(join(directory, 'file.txt'), 'cubes: []\n');
  engine = createModelEngine([{ path: 'flights.yml', content: model }]);
  testApp = await createTestApp({ engine });
  calls = createWorkspaceCalls(testApp);
  embedToken =
    (await adminHeadersFor('listDashboardComments', testApp))['authorization']?.split(' ')[1] ?? '';
  url = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => {
  await testApp.close();
  await engine.close();
  await rm(directory, { recursive: true, maxRetries: 10 });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** The variables that a reader sets, from records. */
function environmentOf(fixtures: Fixtures): NodeJS.ProcessEnv {
  const ids = Object.entries(fixtures).map(([name, value]) => [variableOf(name), String(value)]);
  return {
    ...process.env,
    ...Object.fromEntries(ids),
    ORIEL_URL: url,
    ORIEL_API_KEY: testApp.adminKey,
    EMBED_TOKEN: embedToken,
  };
}

for (const [name] of entriesOf(operations)) {
  // The keys of the table are the ids of its operations.
  const id = name as OperationId;
  test(
    `the example of ${id} works when it is pasted`,
    { skip: !hasCurl && 'this machine has no curl' },
    async () => {
      const env = environmentOf(await makeFixturesFor(id, testApp, calls));
      const command = `${curlExampleOf(id, serverBrands.svc).replace('curl ', `curl -sS -w '\\n%{http_code}' `)}\n`;
      const { stdout } = await run('sh', ['-c', command], {
        env,
        cwd: directory,
        maxBuffer: MAX_OUTPUT_BYTES,
      });
      const status = Number(stdout.split('\n').at(-1));
      const { access }: Operation = operations[id];
      const code = access.isInPerson === true ? 'console_session_required' : needSecret[id];
      const secret = needGitHub.has(id) ? 'git_provider_not_set_up' : code;
      // The account of the test has what earlier examples have made, by the same names.
      const isTaken = /"code":"\w+_taken"/.test(stdout);
      if (secret === undefined)
        assert.ok(isTaken || (status >= 200 && status < 300), `${command}\n${stdout}`);
      else assert.match(stdout, new RegExp(`"code":"${secret}"`));
    },
  );
}

test('an example in the names of another brand has its paths and fields', () => {
  const example = curlExampleOf('generateSession', serverBrands.cube);
  assert.match(example, /"externalId": "customer-17"/);
  const branded = curlExampleOf('load', serverBrands.cube);
  assert.match(branded, /^curl "\$ORIEL_URL\/deployments\/\$DEPLOYMENT_ID\/cubejs-api\/v1\/load"/);
});
