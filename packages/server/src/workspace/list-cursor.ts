import { refuse } from '@oriel/contract';
import { decodeCursor, type CursorKey } from '../http/cursor.ts';

const MAX_ID = 2_147_483_647;

/** What a part of a cursor must be for the database to compare it with a column. */
const isPart = {
  id: (part: unknown) => typeof part === 'number' && Number.isInteger(part) && Math.abs(part) <= MAX_ID,
  text: (part: unknown) => typeof part === 'string' && !part.includes('\0'),
  time: (part: unknown) =>
    typeof part === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(part) && !Number.isNaN(Date.parse(part)),
};

export type CursorPart = keyof typeof isPart;

/**
 * Reads a cursor whose parts are of certain kinds; one that another order gave out has others.
 *
 * @throws `invalid_cursor`
 */
export function readCursor(cursor: string, parts: readonly CursorPart[]): CursorKey {
  const key = decodeCursor(cursor, parts.length);
  if (parts.every((part, index) => isPart[part](key[index]))) return key;
  throw refuse('invalid_cursor', { cursor });
}
