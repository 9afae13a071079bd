import type { envVariableOperations } from '@oriel/contract';
import type { Handlers } from '../http/handler.ts';
import { logSecurityEvent } from '../http/caller/security-log.ts';
import { createVariableService, type VariableOptions } from './variable-service.ts';

/** Makes the handlers of the variables of deployments. */
export function createVariableRoutes(options: VariableOptions): Handlers<typeof envVariableOperations> {
  const service = createVariableService(options);
  return {
    getEnvVariables: ({ deployment, query }) => service.list(deployment.id, query),
    async setEnvVariables(call) {
      const { deployment, body } = call;
      const variables = await service.set(deployment.id, body.env_variables);
      const names = body.env_variables.map(({ name }) => name);
      logSecurityEvent(call, 'variables_changed', { deploymentId: deployment.id, names });
      return variables;
    },
    async deleteEnvVariable(call) {
      const { deployment, params } = call;
      await service.remove(deployment.id, params.variableName);
      const names = [params.variableName];
      logSecurityEvent(call, 'variables_changed', { deploymentId: deployment.id, names });
    },
  };
}
