import type { Principal } from './principal.ts';

/** Names a caller by its credential: those of one user are different callers. */
export function callerNameOf(principal: Principal): string {
  switch (principal.kind) {
    case 'user':
      return `user ${principal.userId} ${principal.apiKey?.id ?? principal.accessToken?.clientId ?? principal.via}`;
    case 'embed':
      return `embed ${principal.embedTenantId} ${principal.claims.viewer?.holder ?? principal.embedUserId}`;
    case 'data':
      return `data ${principal.deploymentId}`;
    case 'anonymous':
      return 'anonymous';
  }
}
