import { CommandError, exitCodes, UsageError } from '../command-error.ts';

/** A login has been named that there is none of, or that another command has just logged out. */
export function loginMissing(name: string): UsageError {
  return new UsageError(`There is no login ${name}: oriel profile list shows those that there are`);
}

/** Tokens of a login are refused: they were revoked, unused for too long, or used twice. */
export function loginEnded(url: string, code: string, cause: unknown): CommandError {
  return new CommandError(
    `The login to ${url} has ended (${code}): log in again with oriel login --url ${url}`,
    exitCodes.failed,
    { code: 'login_ended' },
    { cause },
  );
}
