import type { Principal } from '../../access/principal.ts';
import type { AuditCaller } from '../../db/audit-caller.ts';

/** What is known of a request beside who calls. */
type AuditedRequest = Pick<AuditCaller, 'operation' | 'requestId' | 'clientAddress' | 'deploymentId'>;

/** The caller of a request. */
export function auditCallerOf(principal: Principal, request: AuditedRequest): AuditCaller {
  return { tenantId: principal.tenantId, ...whoIs(principal), ...request };
}

function whoIs(principal: Principal): Omit<AuditCaller, 'tenantId' | 'operation'> {
  switch (principal.kind) {
    case 'user':
      return {
        kind: 'user',
        credential: principal.via,
        userId: principal.userId,
        userEmail: principal.email,
        ...(principal.apiKey && { apiKeyId: principal.apiKey.id }),
        ...(principal.accessToken && { oauthClientId: principal.accessToken.clientId }),
      };
    case 'embed':
    case 'data': {
      const { viewer } = principal.claims;
      return {
        kind: 'embed',
        credential: principal.kind === 'embed' ? 'embed-token' : 'data-token',
        ...(viewer && { viewer: viewer.holder }),
      };
    }
    case 'anonymous':
      return { kind: 'anonymous', credential: 'none' };
  }
}
