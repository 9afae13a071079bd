import { CSV_LINE_END } from '@oriel/dashboard/csv-text';
import { open, type FileHandle } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { addSheet } from './add-sheet.ts';
import { createCsvTable } from './csv-table.ts';
import { cutNote, type RowValue, type TablePlan, type WrittenTable } from './table-plan.ts';
import { createXlsxTable, cellText, sheetName, WIDTH_SAMPLE } from './xlsx-table.ts';

/** What the thread is told: the next bytes of the rows, or their end. */
export type ToTableWorker = { readonly chunk: Uint8Array } | { readonly isEnd: true };
/** What it says: that a chunk is read, or that the file is there. */
export type FromTableWorker = { readonly isRead: true } | { readonly written: WrittenTable };

/** Characters that are written to the disk together. */
const BATCH_CHARACTERS = 256 * 1024;

const port = parentPort;
if (!port) throw new Error('This file is run as a thread');
// Given by write-table-file.ts alone.
const { path, plan } = workerData as { path: string; plan: TablePlan };

const file = await open(path, 'w+', 0o600);
try {
  const written = await (plan.format === 'csv' ? writeCsv(file) : writeXlsx(file));
  const { size } = await file.stat();
  port.postMessage({ written: { ...written, bytes: size } } satisfies FromTableWorker);
} finally {
  await file.close();
  port.close();
}

async function writeCsv(target: FileHandle): Promise<Omit<WrittenTable, 'bytes'>> {
  const table = createCsvTable(plan);
  let text = table.head;
  let bytes = 0;
  let rows = 0;
  let totalRows = 0;
  const flush = async () => {
    bytes += await append(target, Buffer.from(text));
    text = '';
  };
  for await (const batch of readRows()) {
    totalRows += batch.length;
    if (bytes >= plan.maxBytes) continue;
    for (const row of batch) text += table.lineOf(row);
    rows += batch.length;
    if (text.length >= BATCH_CHARACTERS) await flush();
  }
  for (const note of notesOf(rows, totalRows)) text += note + CSV_LINE_END;
  await flush();
  return { rows, totalRows, cutCells: 0 };
}

/**
 * Writes all of a chunk. A disk without room for it takes a part without an error, and fails at the next write alone,
 * which a file may not have.
 */
async function append(target: FileHandle, chunk: Uint8Array): Promise<number> {
  let written = 0;
  while (written < chunk.byteLength) written += (await target.write(chunk, written)).bytesWritten;
  return written;
}

function notesOf(rows: number, totalRows: number): readonly string[] {
  return rows < totalRows ? [cutNote(rows, totalRows), ...plan.notes] : plan.notes;
}

async function writeXlsx(target: FileHandle): Promise<Omit<WrittenTable, 'bytes'>> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const batches = readRows();
  const first = await takeFirst(batches);
  const table = createXlsxTable(plan, first.slice(0, WIDTH_SAMPLE));
  let bytes = 0;
  let rows = 0;
  let totalRows = 0;
  async function* cells() {
    for await (const batch of behind(first, batches)) {
      totalRows += batch.length;
      if (bytes >= plan.maxBytes) continue;
      rows += batch.length;
      for (const row of batch) yield table.rowOf(row);
    }
    for (const note of notesOf(rows, totalRows)) yield [cellText(note)];
  }
  const stream = writeXlsxStream(cells(), {
    name: sheetName(plan.title),
    columns: table.columns,
    freezePane: { rows: 1 },
  });
  for await (const chunk of stream) bytes += await append(target, chunk);
  const { filters } = plan;
  if (filters)
    await addSheet(target, {
      name: sheetName(filters.name),
      lines: filters.lines.map((line) => line.map(cellText)),
    });
  return { rows, totalRows, cutCells: table.cutCells };
}

/** The rows of each chunk; of a row that is cut by the end of a chunk the rest comes with the next one. */
async function* readRows(): AsyncGenerator<RowValue[][], void, undefined> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of readChunks()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    // Lines of the engine are lists of values.
    if (lines.length > 0) yield JSON.parse(`[${lines.join(',')}]`) as RowValue[][];
  }
  if (rest !== '') throw new Error('The rows end in the middle of one');
}

/** Rows enough for the widths of columns, or all that there are. */
async function takeFirst(batches: AsyncGenerator<RowValue[][], void, undefined>): Promise<RowValue[][]> {
  const first: RowValue[][] = [];
  while (first.length < WIDTH_SAMPLE) {
    const { value } = await batches.next();
    if (!value) break;
    first.push(...value);
  }
  return first;
}

async function* behind(
  first: RowValue[][],
  batches: AsyncIterable<RowValue[][]>,
): AsyncIterable<RowValue[][]> {
  yield first;
  yield* batches;
}

/** Chunks in their order; the sender hears of each that was taken, which bounds what waits here. */
async function* readChunks(): AsyncGenerator<Uint8Array, void, undefined> {
  const waiting: ToTableWorker[] = [];
  let wake: (() => void) | undefined;
  port?.on('message', (message: ToTableWorker) => {
    waiting.push(message);
    wake?.();
  });
  for (;;) {
    const next = waiting.shift();
    if (!next) {
      await new Promise<void>((resolve) => (wake = resolve));
      continue;
    }
    if ('isEnd' in next) return;
    port?.postMessage({ isRead: true } satisfies FromTableWorker);
    yield next.chunk;
  }
}
