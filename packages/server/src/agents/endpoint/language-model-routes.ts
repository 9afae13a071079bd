import type { LanguageModelUsage, languageModelOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import type { Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import { readPage } from '../../paging/page.ts';
import { newestUsageFirst, type UsageRow, type UsageStore } from '../usage/usage-store.ts';
import type { LanguageModelService } from './language-model-service.ts';

/** Makes the handlers of the language models of accounts, and of what people take of them. */
export function createLanguageModelRoutes({
  languageModels,
  usage,
}: {
  readonly languageModels: LanguageModelService;
  readonly usage: UsageStore;
}): Handlers<typeof languageModelOperations> {
  return {
    getLanguageModel: ({ principal }) => languageModels.get(principal.tenantId),
    async updateLanguageModel(call) {
      const settings = await languageModels.update(userOf(call.principal), call.body);
      logSecurityEvent(call, 'language_model_changed', { fields: Object.keys(call.body) });
      return settings;
    },
    tryLanguageModel: ({ principal, body, signal }) =>
      languageModels.try(userOf(principal), body.endpoint, signal),
    async getLanguageModelUsage({ principal, query }) {
      const { rows, pageInfo } = await readPage(query, newestUsageFirst, (range) =>
        usage.list(principal.tenantId, query, range),
      );
      return { items: rows.map(toUsage), pageInfo };
    },
  };
}

function toUsage({
  userId,
  embedUserId,
  ownerName,
  agentId,
  agentName,
  agentDeploymentId,
  ...row
}: UsageRow): LanguageModelUsage {
  return {
    ...row,
    agent: agentId === null ? null : { id: agentId, name: agentName, deploymentId: agentDeploymentId },
    user: { type: userId === null ? 'EMBED_USER' : 'USER', id: userId ?? embedUserId ?? 0, name: ownerName },
  };
}
