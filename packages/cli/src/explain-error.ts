import { isApiError, type ApiError } from '@oriel/client';
import { CommandError, exitCodes } from './command-error.ts';
import type { ServerAddress } from './server-address.ts';

/** Says what went wrong between a server and this command, and what to do; undefined for what is a bug of ours. */
export function explainError(error: unknown, server: ServerAddress): CommandError | undefined {
  if (isApiError(error)) return explainRefusal(error, server);
  // What fetch throws for a connection that fails; a TypeError without a cause is a mistake in the program.
  if (error instanceof TypeError && error.cause instanceof Error) return explainSilence(error.cause, server);
  return undefined;
}

function explainRefusal(error: ApiError, server: ServerAddress): CommandError {
  const { code, requestId } = error;
  return new CommandError(sentenceOf(error, server), exitCodes.failed, { code, requestId }, { cause: error });
}

function sentenceOf(error: ApiError, { url, urlSource, apiKeySource }: ServerAddress): string {
  const said = `${error.message} (${error.code})`;
  if (error.status === 401 || isApiError(error, 'unauthenticated', 'credential_expired'))
    return `${url} does not accept the API key of ${apiKeySource} (${error.code}): set ORIEL_API_KEY or give --api-key`;
  if (error.status === 403) return `The API key of ${apiKeySource} may not do this: ${said}`;
  if (isApiError(error, 'deployment_not_found'))
    return `${said}: oriel deployments lists those that there are`;
  if (error.status === 404 && (error.code === 'not_found' || error.code === 'unknown'))
    return `${url} (${urlSource}) is no Oriel server, or one of another version: it has no such address (404)`;
  return error.status >= 500 && error.requestId !== undefined
    ? `${said}; request id ${error.requestId}`
    : said;
}

function explainSilence(cause: Error, { url, urlSource }: ServerAddress): CommandError {
  const reason = (cause as NodeJS.ErrnoException).code ?? cause.message;
  const message = /CERT|SIGNATURE/.test(reason)
    ? `The certificate of ${url} (${urlSource}) is not trusted (${reason}): name the file of its issuer in NODE_EXTRA_CA_CERTS`
    : `No server answers at ${url} (${urlSource}; ${reason}): start it, or name another with --url or ORIEL_URL`;
  return new CommandError(message, exitCodes.unreachable, { code: 'unreachable' }, { cause });
}
