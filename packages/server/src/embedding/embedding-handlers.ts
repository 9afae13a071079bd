import { refuse, type ServerBrand } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';

type EmbeddingOperation =
  | 'generateSession'
  | 'postTokenBySessionId'
  | 'getDashboard'
  | 'updateDashboardEmbedding'
  | 'getEmbedAllowedOrigins'
  | 'updateEmbedAllowedOrigins';

export function createEmbeddingHandlers(_options: {
  db: Db;
  brand: ServerBrand;
}): Handlers<EmbeddingOperation> {
  const later = async (): Promise<never> => {
    throw refuse('unavailable', { reason: 'Not built yet' });
  };
  return {
    generateSession: later,
    postTokenBySessionId: later,
    getDashboard: later,
    updateDashboardEmbedding: later,
    getEmbedAllowedOrigins: later,
    updateEmbedAllowedOrigins: later,
  };
}
