import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pino } from 'pino';
import { parseSettings } from './server-settings/parse-settings.ts';
import type { RunningServer } from './running-server.ts';
import { startServer } from './start.ts';
import { untilTrue } from './test/waiting.ts';

const KEY = 'orl_bootstrap-key-for-automation-0123456789';

/** A whole server on the PostgreSQL that it has brought with it. */
let dataDir: string;
let server: RunningServer;
let deploymentId: number;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-outage-'));
  await chmod(dataDir, 0o755);
  const args = ['--data', dataDir, '--port', '0', '--no-demo', '--bootstrap-api-key', KEY];
  const settings = parseSettings(args, {});
  assert.notEqual(settings, 'help');
  if (settings === 'help') return;
  const logger = pino({ level: process.env['ORIEL_TEST_LOG'] ?? 'silent' });
  server = await startServer({ settings, logger, onProgress: () => {} });
  const made = await call('POST', '/build/api/v1/deployments', { name: 'Outages' });
  assert.equal(made.status, 200, JSON.stringify(made));
  deploymentId = (made.body as { id: number }).id;
});
afterEach(async () => {
  await untilTrue(async () => (await call('GET', '/readyz')).status === 200);
});
after(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

interface Answered {
  status: number;
  retryAfter: string | null;
  body: unknown;
  ms: number;
}

async function call(method: string, path: string, body?: object): Promise<Answered> {
  const startedAt = performance.now();
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: text.startsWith('{') ? JSON.parse(text) : text,
    ms: performance.now() - startedAt,
  };
}

const folders = () => `/api/v1/deployments/${deploymentId}/folders`;

const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

/** Makes folders one after the other until told to end; each refusal must be one to come again after. */
function keepWriting(name: string) {
  const acknowledged: string[] = [];
  const refused: Answered[] = [];
  const ending = new AbortController();
  const write = async (writer: number) => {
    for (let index = 0; !ending.signal.aborted; index += 1) {
      const folder = `${name} ${writer} ${index}`;
      const answer = await call('POST', folders(), { name: folder });
      if (answer.status < 300) acknowledged.push(folder);
      else refused.push(answer);
    }
  };
  const done = Promise.all([0, 1, 2, 3].map(write));
  return {
    acknowledged,
    refused,
    async end() {
      ending.abort();
      await done;
    },
  };
}

async function foldersThere(): Promise<Set<string>> {
  const names = new Set<string>();
  for (let after = ''; ;) {
    const { body } = await call('GET', `${folders()}?first=1000${after}`);
    const { items, pageInfo } = body as {
      items: { name: string }[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
    };
    for (const { name } of items) names.add(name);
    if (!pageInfo.hasNextPage) return names;
    after = `&after=${pageInfo.endCursor}`;
  }
}

const victims = {
  'the whole PostgreSQL': postmaster,
  'one process of PostgreSQL': async () => {
    const { rows } = await server.database.pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = 'oriel' and pid <> pg_backend_pid() limit 1",
    );
    return rows[0]?.pid ?? postmaster();
  },
};

for (const [what, find] of Object.entries(victims))
  test(`nothing that was acknowledged is lost when ${what} is killed, and it comes back by itself`, async () => {
    const writing = keepWriting(what);
    await untilTrue(() => writing.acknowledged.length > 20);
    process.kill(await find(), 'SIGKILL');
    const before = writing.acknowledged.length;
    await untilTrue(() => writing.acknowledged.length > before + 20);
    await writing.end();
    for (const { status, retryAfter, body } of writing.refused)
      assert.deepEqual([status, Number(retryAfter) > 0], [503, true], JSON.stringify(body));
    const there = await foldersThere();
    assert.deepEqual(
      writing.acknowledged.filter((name) => !there.has(name)),
      [],
    );
  });

test('a PostgreSQL that cannot be started is waited for briefly and then refused at once, also to cached keys', async () => {
  const control = join(dataDir, 'postgres/global/pg_control');
  assert.equal((await call('GET', folders())).status, 200);
  await rename(control, `${control}.away`);
  process.kill(await postmaster(), 'SIGKILL');
  try {
    await untilTrue(async () => {
      const { status, ms } = await call('GET', folders());
      return status === 503 && ms > 1_000;
    });
    const [later, checked] = await Promise.all([call('GET', folders()), call('GET', '/readyz')]);
    for (const answer of [later, checked]) {
      assert.equal(answer.status, 503);
      assert.ok(Number(answer.retryAfter) > 0);
      assert.ok(answer.ms < 1_000, `${answer.ms} ms`);
    }
    assert.deepEqual((later.body as { code: string }).code, 'unavailable');
    assert.deepEqual((checked.body as { status: string }).status, 'unavailable');
  } finally {
    await rename(`${control}.away`, control);
  }
  await untilTrue(async () => (await call('GET', folders())).status === 200);
});
