import { GitError } from '../git.ts';

/**
 * What went wrong with a remote repository, in words for people: without a credential, and without what the host has
 * sent.
 */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
}

const causes: readonly (readonly [RegExp, string])[] = [
  [/it took more than|timed? ?out|too slow/i, 'The git host takes too long'],
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/i,
    'The host key is not the one that was given or seen first; where the host has a new one, give it in hostKeys',
  ],
  [
    /certificate|SSL/i,
    'The certificate of the git host is not trusted; see the setting ORIEL_GIT_CA of the server',
  ],
  [
    /Authentication failed|could not read (Username|Password)|Permission denied \(|error: 40[13]/i,
    'The git host refuses the credential',
  ],
  [
    /not found|does not exist|does not appear to be a git repository|error: 404/i,
    'The git host has no such repository, or the credential may not see it',
  ],
  [/redirect/i, 'The git host sends elsewhere, which is not followed; give the address that it sends to'],
  [
    /Could not resolve|Failed to connect|Connection (refused|reset|closed)|early EOF|hung up/i,
    'The git host cannot be reached',
  ],
  [/fsck|bad object|invalid|corrupt/i, 'What the git host sends is no sound repository'],
];

/** What a failed git command says of a remote. */
export function toRemoteError(error: unknown): unknown {
  if (!(error instanceof GitError)) return error;
  const found = causes.find(([pattern]) => pattern.test(error.message));
  return new RemoteError(found?.[1] ?? 'The git host ends the connection', { cause: error });
}
