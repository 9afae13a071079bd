import { createHash, randomUUID } from 'node:crypto';
import { currentOutcomes } from '../../db/item-outcomes.ts';

/** The id by which a bulk change is undone: of a request with a key the same whenever it is sent. */
export function newUndoId(): string {
  const log = currentOutcomes();
  if (!log) return randomUUID();
  const hash = createHash('sha256')
    .update(`undo ${log.tenantId} ${log.caller} `)
    .update(log.keyHash)
    .digest('hex');
  // As a UUID of version 8, which is for hashes of one's own (RFC 9562, 5.8).
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
