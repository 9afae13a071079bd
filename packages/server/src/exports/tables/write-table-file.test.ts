import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
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

test('texts that look like the codes of signs stand for themselves in cells, titles and the sheet of filters', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-codes-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const part = fc.constantFrom('_', 'x', 'X', '0041', '000A', 'x005F', '_x0041_', '005f', 'a', 'é', '_x12_');
  const texts = [
    '_x0041_',
    'a_x000A_b',
    ...fc.sample(
      fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
      { numRuns: 500, seed: 1 },
    ),
  ];
  const path = join(folder, 'codes.xlsx');
  async function* values() {
    for (const text of texts) yield Buffer.from(`${JSON.stringify([text])}\n`);
  }
  await writeTableFile(values(), {
    path,
    plan: {
      ...plan,
      columns: [{ ...plan.columns[0], title: 'Title_x0041_' }],
      title: 'Sheet_x0041_',
      format: 'xlsx',
      filters: { name: 'Filters_x0042_', lines: [['_x0043_', 'x']] },
    },
    signal: new AbortController().signal,
  });
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(await readFile(path));
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Sheet x0041_', 'Filters x0042_'],
  );
  const [rows, filters] = sheets.map((sheet) => sheet.rows.map((row) => row[0]));
  assert.deepEqual(rows, ['Title_x0041_', ...texts]);
  assert.deepEqual(filters, ['_x0043_']);
});
