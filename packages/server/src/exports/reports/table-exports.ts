import { swappedInRows } from '@oriel/dashboard/python-rows';
import { fileColumns, type ExportHead, type FileColumn } from '@oriel/dashboard/file-columns';
import { refuse, type Refusal } from '@oriel/contract';
import type { EncodedAnswer } from '@oriel/engine';
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileBody } from '../../http/answers/file-body.ts';
import { answerChunks } from '../../query/answer-chunks.ts';
import { createCsvTable } from '../tables/csv-table.ts';
import { pythonNote, type TablePlan, type WrittenTable } from '../tables/table-plan.ts';
import { writeTableFile } from '../tables/write-table-file.ts';
import type { ExportedReport } from './exported-report.ts';

/** A table that was written, ready to be sent. */
export interface TableFile extends WrittenTable {
  /** Of a script's output: how many rows of its query it was given, where there are more. */
  readonly firstRows?: number | undefined;
  /** Read once; the file is gone after that, also when nobody reads it to its end. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** How a report is written. */
interface TableRequest extends Pick<TablePlan, 'format' | 'locale' | 'hasPlainNumbers' | 'filters'> {
  readonly signal: AbortSignal;
}

/** What the engine is asked of a report, each as its method of that name. */
export interface ReportRows {
  /** Of a script's output: how many rows of its query it was given, where there are more. */
  readonly firstRows?: number;
  exportRows(signal: AbortSignal): Promise<EncodedAnswer>;
  describeRows(signal: AbortSignal): Promise<EncodedAnswer>;
  writeCsv(
    file: { readonly columns: readonly FileColumn[]; readonly maxBytes: number },
    signal: AbortSignal,
  ): Promise<EncodedAnswer>;
}

/** Writes the rows of reports into files. */
export interface TableExports {
  /** @throws `export_failed` where the query is refused or fails */
  write(report: ExportedReport, rows: ReportRows, request: TableRequest): Promise<TableFile>;
}

/** Bytes of a file: beyond that its rows are counted and not written. */
export const MAX_TABLE_BYTES = 2 * 1024 ** 3;

/**
 * Makes the writing of tables. CSV is written by the database where that can; other rows are read and written here. A
 * file is written whole before its first byte is sent: what it holds of the rows is known then, a query that fails is
 * told by a status, and a slow reader holds no database.
 */
export function createTableExports(
  dataDir: string,
  { maxBytes = MAX_TABLE_BYTES }: { maxBytes?: number | undefined } = {},
): TableExports {
  const folder = join(dataDir, 'exports');
  return {
    async write(report, source, request) {
      const { format, locale, hasPlainNumbers, filters, signal } = request;
      const found = format === 'csv' ? await askForCsv(report, source, { ...request, maxBytes }) : undefined;
      if (found) return found;
      const given = new AbortController();
      const either = AbortSignal.any([signal, given.signal]);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, randomUUID());
      try {
        const answer = await source.exportRows(either);
        if (answer.status !== 200) throw await refusalOf(answer);
        const { head, rows } = await splitHead(answerChunks(answer));
        const columns = columnsOf(head, report, locale);
        const { firstRows } = source;
        const notes = firstRows === undefined ? [] : [pythonNote(firstRows)];
        const { title } = report;
        const plan = { format, locale, hasPlainNumbers, title, columns, maxBytes, notes, filters };
        const written = await writeTableFile(rows, { path, plan, signal: either });
        const file = await open(path);
        return { ...written, firstRows, content: new FileBody(file, signal) };
      } finally {
        // Stops the query where it was not read to its end.
        given.abort();
        // An open file is read on; its name is gone.
        await rm(path, { force: true });
      }
    },
  };
}

const columnsOf = (head: ExportHead, { snapshot, swapped }: ExportedReport, locale: string) =>
  fileColumns(head, snapshot, { swapped: swappedInRows(snapshot, swapped), locale });

/** The file where the database writes it; undefined where the rows have to be read. */
async function askForCsv(
  report: ExportedReport,
  source: ReportRows,
  { locale, hasPlainNumbers, maxBytes, signal }: TableRequest & { readonly maxBytes: number },
): Promise<TableFile | undefined> {
  const head = JSON.parse(await textOf(await source.describeRows(signal))) as ExportHead;
  const columns = columnsOf(head, report, locale);
  const hasFormats = columns.some(({ kind, specifier }) => kind === 'number' && specifier !== undefined);
  if (columns.length === 0 || (hasFormats && !hasPlainNumbers)) return undefined;
  const answer = await textOf(await source.writeCsv({ columns, maxBytes }, signal));
  // Written by the engine.
  const written = JSON.parse(answer) as { path: string; rows: number } | null;
  if (!written) return undefined;
  const { path, rows } = written;
  const titles = Buffer.from(createCsvTable({ columns, locale, hasPlainNumbers }).head);
  const file = await open(path);
  // An open file is read on; its name is gone.
  await rm(path, { force: true });
  const { size } = await file.stat();
  const content = new FileBody(file, signal, { head: titles });
  return { rows, totalRows: rows, cutCells: 0, bytes: titles.byteLength + size, content };
}

/** @throws the refusal that an answer is */
async function textOf(answer: EncodedAnswer): Promise<string> {
  if (answer.status !== 200) throw await refusalOf(answer);
  return Buffer.concat(answer.body).toString();
}

/** Removes what a server has left there that was killed. */
export async function emptyExportFolder(dataDir: string): Promise<void> {
  await rm(join(dataDir, 'exports'), { recursive: true, force: true });
}

/** The first line of an answer, and the bytes behind it. */
async function splitHead(
  chunks: AsyncGenerator<Uint8Array>,
): Promise<{ head: ExportHead; rows: AsyncIterable<Uint8Array> }> {
  let start = Buffer.alloc(0);
  for (;;) {
    const { value, done } = await chunks.next();
    if (done) throw new Error('The rows of an export have no head');
    start = Buffer.concat([start, value]);
    const end = start.indexOf('\n');
    if (end === -1) continue;
    // Written by the engine.
    const head = JSON.parse(start.subarray(0, end).toString()) as ExportHead;
    return { head, rows: behind(start.subarray(end + 1), chunks) };
  }
}

async function* behind(first: Uint8Array, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.byteLength > 0) yield first;
  try {
    yield* chunks;
  } catch (cause) {
    throw refuse('export_failed', { reason: 'The query failed before its last row' }, { cause });
  }
}

async function refusalOf(answer: EncodedAnswer): Promise<Refusal> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answerChunks(answer)) chunks.push(chunk);
  const { error } = JSON.parse(Buffer.concat(chunks).toString()) as { error?: string };
  if (answer.status === 429)
    return refuse('too_many_requests', { retryAfterSeconds: answer.retryAfterSeconds ?? 1 });
  if (answer.status === 503) return refuse('unavailable', { reason: error ?? 'The data cannot be read now' });
  return refuse('export_failed', { reason: error ?? `the query failed with status ${answer.status}` });
}
