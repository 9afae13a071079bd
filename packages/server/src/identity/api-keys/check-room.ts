import { refuse } from '@oriel/contract';

/**
 * Checks that another record may be added to those of an account. Call it while nobody else adds one, as in
 * `changeAccount`.
 *
 * @param records what they are called, in the plural
 * @param count how many there are
 * @throws `too_many_records`
 */
export function checkRoom(records: string, count: number, max: number): void {
  if (count >= max) throw refuse('too_many_records', { records, max });
}
