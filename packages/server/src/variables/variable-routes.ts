import type { envVariableOperations } from '@oriel/contract';
import type { Handlers } from '../http/handler.ts';
import { createVariableService, type VariableOptions } from './variable-service.ts';

/** Makes the handlers of the variables of deployments. */
export function createVariableRoutes(options: VariableOptions): Handlers<typeof envVariableOperations> {
  const service = createVariableService(options);
  return {
    getEnvVariables: ({ deployment, query }) => service.list(deployment.id, query),
    setEnvVariables: ({ deployment, body }) => service.set(deployment.id, body.env_variables),
    deleteEnvVariable: ({ deployment, params }) => service.remove(deployment.id, params.variableName),
  };
}
