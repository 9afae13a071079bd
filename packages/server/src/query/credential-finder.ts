import type { FindCredential, UserCredential } from '@oriel/engine';
import type { Principal } from '../access/principal.ts';

/** A user with credentials; undefined: a caller who is no user, and so has none. */
interface CredentialOwner {
  readonly tenantId: number;
  readonly userId: number | undefined;
}

/** Has the credentials of users. */
interface UserCredentials {
  find(owner: CredentialOwner, wanted: Parameters<FindCredential>[0]): Promise<UserCredential>;
}

/** What finds the credentials of a caller for data sources. */
export type CredentialFinder = (principal: Principal) => FindCredential;

/**
 * Makes what finds the credentials of callers: of users their own, also where a token of theirs asks. Viewers of embed
 * tenants and tokens that a host has signed have none.
 */
export function createCredentialFinder({ find }: UserCredentials): CredentialFinder {
  return (principal) => {
    const owner = { tenantId: principal.tenantId, userId: userIdOf(principal) };
    return (wanted) => find(owner, wanted);
  };
}

function userIdOf(principal: Principal): number | undefined {
  switch (principal.kind) {
    case 'user':
      return principal.userId;
    case 'data':
    case 'embed':
      return principal.claims.viewer?.userId;
    case 'anonymous':
      return undefined;
    default:
      return principal satisfies never;
  }
}
