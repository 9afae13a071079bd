import { CommandError, exitCodes } from './command-error.ts';

/** Says why no server has answered, and what to do; undefined for everything else that was thrown. */
export function explainSilence(
  error: unknown,
  { url, urlSource }: { url: string; urlSource: string },
): CommandError | undefined {
  const reason = reasonOf(error);
  if (reason === undefined) return undefined;
  const message = /CERT|SIGNATURE/.test(reason)
    ? `The certificate of ${url} (${urlSource}) is not trusted (${reason}): name the file of its issuer in NODE_EXTRA_CA_CERTS`
    : `No server answers at ${url} (${urlSource}; ${reason}): start it, or name another with --url or ORIEL_URL`;
  return new CommandError(message, exitCodes.unreachable, { code: 'unreachable' }, { cause: error });
}

function reasonOf(error: unknown): string | undefined {
  // A request that has waited too long.
  if (
    error instanceof Error &&
    (error.name === 'TimeoutError' || (error as { code?: unknown }).code === 'OAUTH_TIMEOUT')
  )
    return 'timeout';
  // What fetch throws for a connection that fails; a TypeError without a cause is a mistake in the program.
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return undefined;
  return (error.cause as NodeJS.ErrnoException).code ?? error.cause.message;
}
