import { refuse, type ServerBrand } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';

type DeploymentOperation = 'getDeployments' | 'getDeployment' | 'deploymentToken';

export function createDeploymentHandlers(_options: {
  db: Db;
  brand: ServerBrand;
}): Handlers<DeploymentOperation> {
  const later = async (): Promise<never> => {
    throw refuse('unavailable', { reason: 'Not built yet' });
  };
  return { getDeployments: later, getDeployment: later, deploymentToken: later };
}
