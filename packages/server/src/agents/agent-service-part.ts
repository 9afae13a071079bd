import { databasePart } from '../db/part.ts';
import { part } from '../parts/part.ts';
import { appConfigPart } from '../settings/part.ts';
import { createAgentService } from './configuration/agent-service.ts';
import { createAgentStore } from './configuration/agent-store.ts';

/** Finds the agents that callers may use. */
export const agentServicePart = part({
  name: 'agents that callers may use',
  needs: { database: databasePart, appConfig: appConfigPart },
  make: ({ database, appConfig }) => ({
    provides: createAgentService({
      store: createAgentStore(database.db),
      isAllowed: async (tenantId) => (await appConfig.get(tenantId)).embedding?.allowAi !== false,
    }),
  }),
});
