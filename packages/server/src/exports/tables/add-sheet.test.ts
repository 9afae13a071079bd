import { readXlsx, writeXlsxStream } from 'hucre/xlsx';
import assert from 'node:assert/strict';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { addSheet } from './add-sheet.ts';

/** A workbook of the library in a file, with rows on sheets of three. */
async function workbook(context: TestContext, name: string, rows: number) {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-add-sheet-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'book.xlsx');
  const lines = Array.from({ length: rows }, (_each, index) => [index, `Text ${index}`]);
  const columns = [{ header: 'Number' }, { header: 'Text' }];
  await writeFile(path, writeXlsxStream(lines, { name, columns, maxRowsPerSheet: 4 }));
  return path;
}

async function withSheet(path: string, sheet: Parameters<typeof addSheet>[1]): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await addSheet(file, sheet);
  } finally {
    await file.close();
  }
}

const LINES = [
  ['Field', 'Condition'],
  ['A & <b>"c"', '=HYPERLINK("https://evil.example")'],
  ['\u0001x', ' 東京 😀\nnext '],
];

test('a sheet of texts stands behind those of the workbook, which stay as they are', async (context) => {
  const path = await workbook(context, 'Rows', 7);
  const before = (await readXlsx(await readFile(path))).sheets;
  await withSheet(path, { name: 'Filters', lines: LINES });
  const { sheets } = await readXlsx(await readFile(path));
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Rows', 'Rows_2', 'Rows_3', 'Filters'],
  );
  assert.deepEqual(
    sheets.slice(0, 3).map(({ rows }) => rows),
    before.map(({ rows }) => rows),
  );
  assert.deepEqual(sheets[3]?.rows, [LINES[0], LINES[1], ['x', LINES[2]?.[1]]]);
});

test('a sheet gets a name that the workbook does not have', async (context) => {
  const path = await workbook(context, 'FILTERS', 1);
  await withSheet(path, { name: 'Filters', lines: [] });
  const { sheets } = await readXlsx(await readFile(path));
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['FILTERS', 'Filters (2)'],
  );
});

const CSV = 'Number,Text\r\n1,one\r\n2,two\r\n';

test('a file that is no workbook is refused, and left as it is', async (context) => {
  const path = await workbook(context, 'Rows', 1);
  await writeFile(path, CSV);
  await assert.rejects(withSheet(path, { name: 'Filters', lines: [] }), /no archive/);
  assert.equal(await readFile(path, 'utf8'), CSV);
});
