import { ClickHouseError } from '@clickhouse/client';
import { engineError } from '../../errors/errors.ts';
import { createPortion, TakeError } from '../connection/row-portions.ts';
import type { ReadOptions, ResultValue } from '../connection/source.ts';
import { bytesOf } from './clickhouse-body.ts';
import type { ClickHouseAnswer } from './clickhouse-connection.ts';
import { createLineReader } from './clickhouse-lines.ts';
import { readerOf, ROW_FORMAT } from './clickhouse-values.ts';

/**
 * Hands the rows of an answer on as they come. Little more is read while a portion is being taken, so that the server
 * waits.
 *
 * @throws what `take` throws as {@link TakeError}; `ClickHouseError` for an exception behind rows
 */
export async function readRows(
  { body, headers }: ClickHouseAnswer,
  { signal, take }: ReadOptions,
): Promise<void> {
  const format = headers['x-clickhouse-format'];
  if (format !== undefined && format !== ROW_FORMAT)
    throw engineError('query.sql_refused', { reason: 'The SQL of the model names a format of its own' });
  const lines = createLineReader();
  const waits: Promise<void>[] = [];
  const portion = createPortion((full) => {
    const taken = take(full);
    if (taken) waits.push(taken);
  });
  const rows = createRowReader(portion.add);
  try {
    for await (const bytes of bytesOf(body, signal)) {
      const read = lines.add(bytes);
      await hand(async () => {
        rows.add(read);
        await Promise.all(waits.splice(0));
      });
    }
  } catch (error) {
    throw error instanceof TakeError ? error : (exceptionIn(lines.rest()) ?? error);
  }
  const rest = lines.rest();
  if (rest.trim() !== '' || !rows.isWhole()) throw exceptionIn(rest) ?? new Error('The answer is cut off');
  await hand(async () => {
    portion.flush();
    await Promise.all(waits);
  });
}

async function hand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new TakeError('The rows were not taken', { cause: error });
  }
}

/** The first two rows are names and types. */
function createRowReader(take: (row: readonly ResultValue[]) => void) {
  let isBehindNames = false;
  let readers: ReturnType<typeof readerOf>[] | undefined;
  return {
    // The server writes arrays, of the types of texts in the second.
    add(read: readonly unknown[]) {
      for (const row of read as readonly unknown[][]) {
        if (readers) take(readers.map((reader, index) => reader(row[index])));
        else if (isBehindNames) readers = row.map((type) => readerOf(String(type)));
        isBehindNames = true;
      }
    },
    isWhole: () => readers !== undefined,
  };
}

const EXCEPTION = /Code: (\d+)\. DB::Exception: (.*?) ?\(([A-Z][A-Z0-9_]{2,})\)/s;

/** The exception behind rows, with or without the frame that servers put around it since 25.11. */
function exceptionIn(rest: string): ClickHouseError | undefined {
  const [, code = '', message = '', type = ''] = EXCEPTION.exec(rest) ?? [];
  return code === '' ? undefined : new ClickHouseError({ code, message, type });
}
