import { isApiError, OAuthError, type ApiError } from '@oriel/client';
import { CommandError, exitCodes } from './command-error.ts';
import { explainSilence } from './explain-silence.ts';
import { loginEnded } from './profiles/profile-faults.ts';
import type { ServerAddress, ServerCredential } from './server-address.ts';

/** Says what went wrong between a server and this command, and what to do; undefined for what is a bug of ours. */
export function explainError(error: unknown, server: ServerAddress): CommandError | undefined {
  if (isApiError(error)) return explainRefusal(error, server);
  if (error instanceof OAuthError) return explainRefresh(error, server);
  return explainSilence(error, server);
}

function explainRefusal(error: ApiError, server: ServerAddress): CommandError {
  const { code, requestId } = error;
  if (error.status === 401 && server.credential.kind === 'login') return loginEnded(server.url, code, error);
  return new CommandError(sentenceOf(error, server), exitCodes.failed, { code, requestId }, { cause: error });
}

/** A server that has trouble is no login that has ended. */
function explainRefresh(error: OAuthError, { url }: ServerAddress): CommandError {
  if (error.status < 500 && error.status !== 429) return loginEnded(url, error.code, error);
  const message = `${url} has not renewed the login (${error.status}): try again in a little while`;
  return new CommandError(message, exitCodes.failed, { code: error.code }, { cause: error });
}

function sentenceOf(error: ApiError, { url, urlSource, credential }: ServerAddress): string {
  const said = `${error.message} (${error.code})`;
  const who = nameOf(credential);
  if (error.status === 401 || isApiError(error, 'unauthenticated', 'credential_expired'))
    return `${url} does not accept the ${who} (${error.code}): set ORIEL_API_KEY or give --api-key`;
  if (error.status === 403) return `The ${who} may not do this: ${said}`;
  if (isApiError(error, 'deployment_not_found'))
    return `${said}: oriel deployments lists those that there are`;
  if (error.status === 404 && (error.code === 'not_found' || error.code === 'unknown'))
    return `${url} (${urlSource}) is no Oriel server, or one of another version: it has no such address (404)`;
  return error.status >= 500 && error.requestId !== undefined
    ? `${said}; request id ${error.requestId}`
    : said;
}

/** What a command has shown the server, by where it was found. */
function nameOf(credential: ServerCredential): string {
  return credential.kind === 'key' ? `API key of ${credential.source}` : `login ${credential.profile}`;
}
