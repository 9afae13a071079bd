import { createHash } from 'node:crypto';
import type { Dialect } from '../dialect/dialect.ts';

const HASH_LENGTH = 8;

/** A name that the engine keeps whole: a longer one is cut, and made different from others that begin alike. */
export function columnName({ maxIdentifierBytes }: Dialect, name: string): string {
  if (maxIdentifierBytes === undefined || Buffer.byteLength(name) <= maxIdentifierBytes) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  const kept = Buffer.from(name).subarray(0, maxIdentifierBytes - HASH_LENGTH - 1);
  return `${kept.toString('utf8').replace(/\uFFFD+$/, '')}_${hash}`;
}
