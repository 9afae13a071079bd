import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of agents. */
export const agentParameters = {
  agentId: parameter(id('Id of the agent.'), 'agent_not_found'),
};
