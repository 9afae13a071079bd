import { createHash } from 'node:crypto';

const HASH_LENGTH = 12;

/**
 * A name of at most so many bytes of UTF-8 that is different for different names: what is too long is cut and ends in a
 * hash of the whole. The same name always gives the same.
 */
export function shortenIdentifier(name: string, maxBytes: number): string {
  // No character takes more than three bytes for each of its units.
  if (name.length * 3 <= maxBytes) return name;
  const bytes = Buffer.from(name);
  if (bytes.length <= maxBytes) return name;
  return markIdentifier(name, name, maxBytes);
}

/** What can be read of a name, and a hash of the whole, in so many bytes at most. */
export function markIdentifier(name: string, readable: string, maxBytes: number): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  const start = Buffer.from(readable)
    .subarray(0, maxBytes - HASH_LENGTH - 1)
    .toString();
  // The last character may have been cut in two.
  return `${start.replace(/\uFFFD+$/, '')}_${hash}`;
}
