import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of console sessions. */
export const consoleSessionParameters = {
  sessionId: parameter(id('Id of the console session.'), 'session_not_found'),
};
