import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase, startServerProcess, type TestDatabase } from './test/index.ts';

/**
 * What a server needs with the first mail, picture, foreign token or demo alone, and what only the processes of
 * runtimes need. Each of them costs every start time, and every idle server memory.
 */
const LOADED_WHEN_NEEDED = [
  '@modelcontextprotocol/server',
  '@octokit/core',
  '@duckdb/node-api',
  'chrono-node',
  '@node-saml/node-saml',
  '@xmldom/xmldom',
  'jose',
  'nodemailer',
  'playwright-core',
  'scim-patch',
  'scim2-parse-filter',
  'yaml',
];

const recorder = [
  '--import',
  pathToFileURL(join(import.meta.dirname, 'test/processes/record-modules.ts')).href,
];

let database: TestDatabase;
let folder: string;
before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'oriel-packages-'));
});
after(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function loadedPackages(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).split('\n');
}

test('a server that is idle has not loaded what its start does not need', async () => {
  const file = join(folder, 'server');
  const { connection } = database;
  const server = await startServerProcess({
    connection,
    dataDir: join(folder, 'data'),
    nodeFlags: recorder,
    env: { ORIEL_LOADED_PACKAGES: file },
  });
  await server.stop();
  const loaded = await loadedPackages(file);
  for (const name of ['@oriel/server', '@oriel/engine', 'fastify', 'pg-boss'])
    assert.ok(loaded.includes(name), `${name} is not noticed`);
  assert.deepEqual(
    LOADED_WHEN_NEEDED.filter((name) => loaded.includes(name)),
    [],
  );
});

test('making the data of the demo does not load the database that makes them', async () => {
  const [file, data] = [join(folder, 'demo'), join(folder, 'flights.duckdb')];
  const demo = pathToFileURL(join(import.meta.dirname, '../../../examples/demo/src/index.ts')).href;
  const code = `const { buildData } = await import('${demo}'); await buildData(${JSON.stringify(data)})`;
  await promisify(execFile)(process.execPath, [...recorder, '--eval', code], {
    env: { ...process.env, ORIEL_LOADED_PACKAGES: file },
  });
  assert.deepEqual(await loadedPackages(file), ['']);
  assert.ok((await stat(data)).size > 0);
});
