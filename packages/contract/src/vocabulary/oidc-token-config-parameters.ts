import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of configurations of workload tokens. */
export const oidcTokenConfigParameters = {
  tokenConfigId: parameter(id('Id of the configuration of workload tokens.'), 'oidc_token_config_not_found'),
};
