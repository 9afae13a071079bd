import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeTableFile } from './write-table-file.ts';

const plan = {
  columns: [{ index: 0, title: 'Text', kind: 'text' }],
  locale: 'en',
  hasPlainNumbers: false,
  title: 'Rows',
  maxBytes: 1_000_000_000,
  notes: [],
} as const;

/** Texts that no archive makes shorter. */
async function* rows(): AsyncGenerator<Uint8Array> {
  let seed = 7;
  for (let row = 0; row < 10_000; row += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield Buffer.from(`${JSON.stringify([String(seed).padEnd(26, seed.toString(36))])}\n`);
  }
}

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

test(
  'a disk that takes the last bytes in part fails the file',
  { skip: !canMount && 'only root of Linux mounts a small disk' },
  async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-small-disk-'));
    const signal = new AbortController().signal;
    context.after(() => rm(folder, { recursive: true, force: true }));
    const whole = await writeTableFile(rows(), {
      path: join(folder, 'whole'),
      plan: { ...plan, format: 'csv' },
      signal,
    });
    const disk = join(folder, 'disk');
    // Pages of 4 KiB: all but the last few of the file fit.
    const size = Math.floor(whole.bytes / 4096) * 4096;
    execFileSync('mkdir', [disk]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
    try {
      const path = join(disk, 'file');
      const writing = writeTableFile(rows(), { path, plan: { ...plan, format: 'csv' }, signal });
      await assert.rejects(writing, { code: 'ENOSPC' });
      execFileSync('mount', ['-o', `remount,size=${size * 2}`, disk]);
      const again = await writeTableFile(rows(), { path, plan: { ...plan, format: 'csv' }, signal });
      assert.equal(again.bytes, whole.bytes);
      assert.deepEqual(await readFile(path), await readFile(join(folder, 'whole')));
    } finally {
      execFileSync('umount', [disk]);
    }
  },
);
