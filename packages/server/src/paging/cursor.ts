import { refuse } from '@oriel/contract';
import type { ListOrder } from './list-order.ts';

/** The cursor of a row: its key, and the order that the key is of. Opaque to clients. */
export function encodeCursor<Row>(row: Row, order: ListOrder<Row, unknown>): string {
  return Buffer.from(JSON.stringify([order.name, ...order.keyOf(row)])).toString('base64url');
}

/**
 * Reads a cursor that a page in the same order gave out.
 *
 * @throws `invalid_cursor` for one of another list or order, and for one that the database could not compare: altered,
 * of ids beyond their type, of no real time
 */
export function decodeCursor<Key>(cursor: string, order: ListOrder<never, Key>): Key {
  const [name, ...parts] = parseCursor(cursor);
  const key = name === order.name ? order.toKey(parts) : undefined;
  if (key === undefined) throw refuse('invalid_cursor', { cursor });
  return key;
}

function parseCursor(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch (cause) {
    throw refuse('invalid_cursor', { cursor }, { cause });
  }
}
