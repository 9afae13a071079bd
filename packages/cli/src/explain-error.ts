import { isApiError, type ApiError } from '@oriel/client';
import { exitCodes, UsageError } from './command.ts';
import type { ServerAddress } from './server-address.ts';

/** What is told of something that went wrong: one line, and what programs need. */
export interface Explanation {
  readonly exitCode: number;
  /** A code of the API's catalogue, or `usage` or `unreachable`. */
  readonly code: string;
  readonly message: string;
  readonly requestId?: string | undefined;
}

/** Says what happened, with which value and what to do; undefined for what is a bug of ours. */
export function explainError(error: unknown, server: ServerAddress | undefined): Explanation | undefined {
  if (error instanceof UsageError)
    return { exitCode: exitCodes.usage, code: 'usage', message: error.message };
  if (!server) return undefined;
  if (isApiError(error)) return explainRefusal(error, server);
  // What fetch throws for a connection that fails; a TypeError without a cause is a mistake in the program.
  if (error instanceof TypeError && error.cause instanceof Error) return explainSilence(error.cause, server);
  return undefined;
}

function explainRefusal(error: ApiError, server: ServerAddress): Explanation {
  const { code, requestId } = error;
  return { exitCode: exitCodes.failed, code, requestId, message: sentenceOf(error, server) };
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

function explainSilence(cause: Error, { url, urlSource }: ServerAddress): Explanation {
  const reason = (cause as NodeJS.ErrnoException).code ?? cause.message;
  const message = /CERT|SIGNATURE/.test(reason)
    ? `The certificate of ${url} (${urlSource}) is not trusted (${reason}): name the file of its issuer in NODE_EXTRA_CA_CERTS`
    : `No server answers at ${url} (${urlSource}; ${reason}): start it, or name another with --url or ORIEL_URL`;
  return { exitCode: exitCodes.unreachable, code: 'unreachable', message };
}
