import type {
  embedDashboardOperations,
  embedOriginOperations,
  embedSessionOperations,
  embedSignInOperations,
} from '@oriel/contract';
import type { Handlers } from '../http/handler.ts';
import { logSecurityEvent } from '../http/caller/security-log.ts';
import { userOf, userOrViewerOf } from '../access/principal.ts';
import { authorScopeOf } from '../workspace/workspace-scope.ts';
import { createAppService } from './dashboard-apps/app-service.ts';
import { createCompiledChartsService } from './compiled-charts/compiled-charts-service.ts';
import { createAllowedOriginsService } from './allowed-origins/allowed-origins-service.ts';
import { createAllowedOriginsStore } from './allowed-origins/allowed-origins-store.ts';
import type { EmbedDashboardService } from './embed-dashboards/embed-dashboard-service.ts';
import {
  createEmbedSessionService,
  type EmbedSessionOptions,
} from './embed-sessions/embed-session-service.ts';
import type { RefusedOriginService } from './refused-origins/refused-origin-service.ts';
import { createEmbedSignInService } from './embed-sign-in/embed-sign-in-service.ts';

type EmbeddingOperations = typeof embedSessionOperations &
  typeof embedSignInOperations &
  typeof embedDashboardOperations &
  typeof embedOriginOperations;

/** What the handlers of embedding work with. */
type EmbeddingRoutesOptions = EmbedSessionOptions & {
  embedDashboards: EmbedDashboardService;
  refusedOrigins: RefusedOriginService;
};

/** Makes the handlers of embedding: sessions, embedded dashboards, and the origins that may embed them. */
export function createEmbeddingRoutes(options: EmbeddingRoutesOptions): Handlers<EmbeddingOperations> {
  return {
    ...sessionHandlers(options),
    ...signInHandlers(options),
    ...dashboardHandlers(options),
    ...originHandlers(options),
  };
}

function sessionHandlers(options: EmbedSessionOptions): Handlers<typeof embedSessionOperations> {
  const sessions = createEmbedSessionService(options);
  return {
    generateSession: async ({ principal, body }) => ({
      sessionId: await sessions.generate(userOf(principal), body),
    }),
    postTokenBySessionId: async ({ principal, body }) => ({
      token: await sessions.exchange(principal.tenantId, body.sessionId),
    }),
    revokeEmbedSession: ({ principal, body }) => sessions.revoke(userOf(principal), body.sessionId),
  };
}

function signInHandlers(options: EmbedSessionOptions): Handlers<typeof embedSignInOperations> {
  const signIns = createEmbedSignInService(options.database.db, options);
  return {
    createEmbedSignInCode: async ({ principal, body }) => ({
      code: await signIns.createCode(userOf(principal), body.challenge),
    }),
    redeemEmbedSignInCode: async ({ principal, body }) => ({
      token: await signIns.redeem(principal.tenantId, body),
    }),
  };
}

function dashboardHandlers(options: EmbeddingRoutesOptions): Handlers<typeof embedDashboardOperations> {
  const { embedDashboards: dashboards } = options;
  const compiledCharts = createCompiledChartsService();
  const apps = createAppService(options.database, options);
  return {
    getDashboard: ({ principal, params }) => dashboards.getFor(principal, params.publicId),
    findLinkedDashboards: async ({ principal, params, query }) => ({
      items: await dashboards.findLinked(userOrViewerOf(principal), params.deploymentId, query.names),
    }),
    async getDashboardAppAddress({ principal, params }) {
      const viewer = userOrViewerOf(principal);
      return apps.addressOf(viewer, await dashboards.find(viewer, params.publicId));
    },
    createDashboardAppPreview: (call) =>
      apps.preview(authorScopeOf(call), call.params.workbookId, call.body.app),
    async getCompiledCharts({ principal, params }) {
      const viewer = userOrViewerOf(principal);
      return compiledCharts.get(await dashboards.find(viewer, params.publicId));
    },
    getDashboardAudience: ({ principal, params }) =>
      dashboards.getAudience(userOf(principal), params.publicId),
    async updateDashboardEmbedding({ principal, params, body }) {
      await dashboards.setAllowEmbed(userOf(principal), params.publicId, body.allowEmbed);
      return { publicId: params.publicId, allowEmbed: body.allowEmbed };
    },
  };
}

function originHandlers({
  database,
  refusedOrigins,
}: EmbeddingRoutesOptions): Handlers<typeof embedOriginOperations> {
  const allowedOrigins = createAllowedOriginsService(createAllowedOriginsStore(database.db));
  return {
    getEmbedAllowedOrigins: async ({ principal }) => ({
      origins: await allowedOrigins.list(principal.tenantId),
    }),
    async updateEmbedAllowedOrigins(call) {
      const origins = await allowedOrigins.replace(userOf(call.principal), call.body.origins);
      logSecurityEvent(call, 'allowed_origins_changed', { origins });
      return { origins };
    },
    getEmbedRefusedOrigins: async ({ principal }) => ({
      items: await refusedOrigins.list(userOf(principal)),
    }),
    deleteEmbedRefusedOrigin: ({ principal, query }) =>
      refusedOrigins.remove(userOf(principal), query.origin),
  };
}
