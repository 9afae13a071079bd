import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of deployments. */
export const deploymentParameters = {
  deploymentId: parameter(id('Id of the deployment.'), 'deployment_not_found'),
};
