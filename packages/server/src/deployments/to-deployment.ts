import type { CreationStep, Deployment } from '@oriel/contract';
import type { DeploymentRow } from './deployment-store.ts';

/** A deployment as it is answered; `baseUrl` is where clients reach the server. */
export function toDeployment(row: DeploymentRow, baseUrl: string): Deployment {
  const base = row.customDomain === null ? baseUrl : `https://${row.customDomain}`;
  return {
    id: row.id,
    name: row.name,
    // The database holds no other values: they come from this very type.
    creationStep: row.creationStep as CreationStep,
    deploymentUrl: `${base}/deployments/${row.id}`,
  };
}
