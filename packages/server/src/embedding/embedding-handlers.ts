import type { ServerBrand } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { userOf } from '../http/principal.ts';
import { readAllowedOrigins, writeAllowedOrigins } from './allowed-origins.ts';
import { getDashboardFor, setAllowEmbed } from './embed-dashboards.ts';
import { createEmbedSessionService } from './embed-session-service.ts';

type EmbeddingOperation =
  | 'generateSession'
  | 'postTokenBySessionId'
  | 'getDashboard'
  | 'updateDashboardEmbedding'
  | 'getEmbedAllowedOrigins'
  | 'updateEmbedAllowedOrigins';

export function createEmbeddingHandlers({
  db,
  brand,
  dataDir,
}: {
  db: Db;
  brand: ServerBrand;
  dataDir: string;
}): Handlers<EmbeddingOperation> {
  const sessions = createEmbedSessionService({ db, brand, dataDir });
  return {
    generateSession: async ({ principal, body }) => ({
      sessionId: await sessions.generate(userOf(principal), body),
    }),
    postTokenBySessionId: async ({ body }) => ({ token: await sessions.exchange(body.sessionId) }),
    getDashboard: ({ principal, params }) => getDashboardFor(db, principal, params.publicId),
    async updateDashboardEmbedding({ principal, params, body }) {
      await setAllowEmbed(db, userOf(principal), params.publicId, body.allowEmbed);
      return { publicId: params.publicId, allowEmbed: body.allowEmbed };
    },
    getEmbedAllowedOrigins: async ({ principal }) => ({
      origins: await readAllowedOrigins(db, principal.tenantId),
    }),
    updateEmbedAllowedOrigins: async ({ principal, body }) => ({
      origins: await writeAllowedOrigins(db, principal.tenantId, body.origins),
    }),
  };
}
