import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runOriel, spawnOriel } from './run-oriel.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-cli-start-'));
  // The embedded database may have to run as another user than the tests.
  await chmod(dataDir, 0o755);
});
after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));

/** Waits for the file that a server writes when it is ready. */
async function waitForReady(ended: Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  const appeared = new Promise<void>((resolve) => {
    const look = async () => {
      const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => '');
      if (text.endsWith('\n')) resolve();
    };
    watch(dataDir, { signal: controller.signal }, () => void look());
    void look();
  });
  const early = ended.then((outcome) => {
    throw new Error(`The server ended before it was ready: ${JSON.stringify(outcome)}`);
  });
  await Promise.race([appeared, early]).finally(() => controller.abort());
}

test(
  'start runs a server that the other commands find, and that ends with it',
  { timeout: 120_000 },
  async () => {
    const args = ['start', '--no-demo', '--data', dataDir, '--port', '0'];
    const { child, outcome } = spawnOriel(args, { cwd: dataDir });
    await waitForReady(outcome);
    const { url, pid } = JSON.parse(await readFile(join(dataDir, 'ready.json'), 'utf8')) as {
      url: string;
      pid: number;
    };
    const listed = await runOriel(['spec'], { cwd: dataDir, env: { ORIEL_DATA: dataDir } });
    assert.deepEqual([listed.code, listed.stderr], [0, '']);
    child.kill('SIGTERM');
    assert.equal((await outcome).code, 0);
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    await assert.rejects(fetch(`${url}/healthz`));
  },
);
