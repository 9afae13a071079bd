import type { ErrorCode, Refusal } from '@oriel/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Principal } from '../../access/principal.ts';

/** The events that the operator of an installation watches. Names never change once they are given out. */
export type SecurityEvent =
  | 'sign_in_succeeded'
  | 'sign_in_failed'
  | 'sign_in_throttled'
  | 'signed_out'
  | 'api_key_created'
  | 'api_key_rotated'
  | 'api_key_revoked'
  | 'oauth_client_created'
  | 'oauth_client_changed'
  | 'oauth_client_deleted'
  | 'oauth_grant_given'
  | 'oauth_grant_revoked'
  | 'user_created'
  | 'user_changed'
  | 'user_deleted'
  | 'user_invited'
  | 'access_changed'
  | 'group_changed'
  | 'group_deleted'
  | 'role_changed'
  | 'role_deleted'
  | 'role_assigned'
  | 'role_removed'
  | 'provisioning_settings_changed'
  | 'password_set'
  | 'password_reset_requested'
  | 'password_reset_not_sent'
  | 'session_ended'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'second_factor_failed'
  | 'recovery_codes_renewed'
  | 'allowed_origins_changed'
  | 'image_hosts_changed'
  | 'app_config_changed'
  | 'tenant_settings_changed'
  | 'language_model_changed'
  | 'identity_provider_changed'
  | 'identity_provider_deleted'
  | 'authentication_settings_changed'
  | 'variables_changed'
  | 'deployment_deleted'
  | 'environment_token_created'
  | 'environment_token_revoked'
  | 'notification_unsubscribed'
  | 'notification_resubscribed'
  | 'access_refused';

const WARNINGS: ReadonlySet<SecurityEvent> = new Set([
  'sign_in_failed',
  'sign_in_throttled',
  'access_refused',
  'password_reset_not_sent',
  'second_factor_failed',
]);

/** Who did something, and from where. */
interface SecurityContext {
  readonly log: FastifyBaseLogger;
  /** Absent where nobody knows yet who calls. */
  readonly principal: Principal | undefined;
  readonly clientAddress: string;
}

/**
 * Writes an event to the log: `event`, the tenant, the user or viewer, the client's address, and details such as ids.
 * Neither secrets nor what was typed to sign in may be among them: passwords end up in the wrong field.
 */
export function logSecurityEvent(
  { log, principal, clientAddress }: SecurityContext,
  event: SecurityEvent,
  details: Readonly<Record<string, unknown>> = {},
): void {
  const entry = { event, clientAddress, ...whoIs(principal), ...details };
  if (WARNINGS.has(event)) log.warn(entry, 'Security event');
  else log.info(entry, 'Security event');
}

/** Refusals of who calls, which are `access_refused`; a sign-in says more by itself. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthenticated',
  'credential_expired',
  'embed_session_unknown',
  'forbidden',
  'admin_only',
  'insufficient_scope',
  'deployment_out_of_scope',
  'embedding_not_allowed',
  'csrf_refused',
  'console_session_required',
  'second_factor_enrolment_required',
]);

/** Logs a refusal that is about who calls. A request that brings no credential at all tells nothing. */
export function logRefusal(request: FastifyRequest, { code }: Refusal): void {
  if (!REFUSALS.has(code)) return;
  // Not there yet where the authentication itself refuses.
  const principal = (request.authentication as FastifyRequest['authentication'] | undefined)?.principal;
  if (code === 'unauthenticated' && !bringsCredential(request)) return;
  const operation = request.routeOptions.config.operation?.id;
  logSecurityEvent({ log: request.log, principal, clientAddress: request.ip }, 'access_refused', {
    code,
    ...(operation !== undefined && { operation }),
  });
}

function bringsCredential({ headers }: FastifyRequest): boolean {
  return (headers.authorization ?? headers['x-cube-authorization'] ?? headers.cookie) !== undefined;
}

function whoIs(principal: Principal | undefined): Readonly<Record<string, unknown>> {
  if (!principal) return {};
  const { tenantId } = principal;
  switch (principal.kind) {
    case 'user':
      return {
        tenantId,
        userId: principal.userId,
        via: principal.via,
        ...(principal.apiKey && { apiKeyId: principal.apiKey.id }),
        ...(principal.accessToken && { clientId: principal.accessToken.clientId }),
      };
    case 'embed':
    case 'data':
      return { tenantId, via: principal.kind, viewer: principal.claims.viewer?.holder };
    case 'anonymous':
      return { tenantId };
  }
}
