import { refuse, type Operation, type OperationId } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Storage } from '../../db/storage.ts';

/** What reading depends on: it stores a few bytes, within the reserve. */
const NEEDED_FOR_READING: ReadonlySet<string> = new Set<OperationId>([
  'signIn',
  'signOut',
  'generateSession',
  'postTokenBySessionId',
  'createEmbedSignInCode',
  'redeemEmbedSignInCode',
]);

/** Whether an operation stores content. Queries store nothing, and removing frees space. */
export function storesContent(id: string, { method, problems }: Operation): boolean {
  return method !== 'GET' && method !== 'DELETE' && problems !== 'query' && !NEEDED_FOR_READING.has(id);
}

/** @throws `insufficient_storage` below the reserve; the log says which disk */
export async function checkStorage(storage: Storage, logger: FastifyBaseLogger): Promise<void> {
  const reason = await storage.fullReason();
  if (reason === undefined) return;
  logger.warn({ reason }, 'A change was refused: the disk is full');
  throw refuse('insufficient_storage');
}
