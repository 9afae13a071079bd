import '@fastify/cookie';
import { refuse, type Access } from '@oriel/contract';
import type { FastifyRequest } from 'fastify';
import type { DeploymentRef } from '../handler.ts';
import type { Principal } from '../../access/principal.ts';
import { namesOrigin, refuseForeignOrigin } from './same-origin.ts';
import { readSessionCookie } from './session-cookie.ts';

/** What the authentication of a request found: who calls, and the deployment that the path names. */
export interface Authentication {
  readonly principal: Principal;
  readonly deployment: DeploymentRef | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    authentication: Authentication;
  }
}

/** Where the request is addressed: the host decides the tenant, the path may name a deployment. */
export interface Addressed {
  readonly host: string;
  readonly deploymentId: number | undefined;
  /** Whether the caller's groups and attributes are asked for as well; default false. */
  readonly needsPolicyContext?: boolean;
}

/**
 * Checks one kind of credential.
 *
 * @throws `unauthenticated`, `credential_expired`; `deployment_not_found` and `deployment_out_of_scope` for a valid
 * credential on a deployment that it does not reach.
 */
export type CredentialCheck = (secret: string, addressed: Addressed) => Promise<Authentication>;

export interface Credentials {
  /** `Authorization: Bearer` and, on the few operations that document it, `Api-Key`. */
  apiKey: CredentialCheck;
  /** `Authorization: Embed-Token` */
  embedToken: CredentialCheck;
  /** A data token, alone or with any scheme before it, where the access of the operation takes one. */
  dataToken: CredentialCheck;
  /** The console's cookie. */
  consoleSession: CredentialCheck;
  /** No credential at all. */
  nobody(addressed: Addressed): Promise<Authentication>;
}

export type Authenticate = (request: FastifyRequest, access: Access) => Promise<Authentication>;

/**
 * Finds out who calls. A credential in the Authorization header wins over the cookie; one that is malformed, unknown
 * or expired is refused and never treated as no credential. What nobody in particular may call looks at none, so that
 * a stale cookie does not keep anybody from signing in; a page of another origin may not even so use the cookie there,
 * to sign its user out.
 */
export function createAuthenticate(credentials: Credentials): Authenticate {
  return async (request, access) => {
    const takesData = access.principals.includes('data');
    // Every query is subject to row-level policies.
    const addressed = { ...addressOf(request), ...(takesData && { needsPolicyContext: true }) };
    if (access.principals.includes('anonymous')) {
      if (readSessionCookie(request) !== undefined && namesOrigin(request)) refuseForeignChange(request);
      return credentials.nobody(addressed);
    }
    const dataToken = takesData ? dataTokenOf(request) : undefined;
    if (dataToken !== undefined) return credentials.dataToken(dataToken, addressed);
    const header = request.headers.authorization;
    if (header !== undefined) return checkHeader(header, addressed, { credentials, access });
    const cookie = readSessionCookie(request);
    if (cookie === undefined) return credentials.nobody(addressed);
    refuseForeignChange(request);
    return checkEnrolled(await credentials.consoleSession(cookie, addressed), access);
  };
}

/** A session without the second factor that its account demands reaches what sets one up, and nothing else. */
function checkEnrolled(authentication: Authentication, access: Access): Authentication {
  const { principal } = authentication;
  const isEnrolling = principal.kind === 'user' && principal.consoleSession?.isEnrolling === true;
  if (isEnrolling && access.takesEnrolling !== true) throw refuse('second_factor_enrolment_required');
  return authentication;
}

function checkHeader(
  header: string,
  addressed: Addressed,
  { credentials, access }: { credentials: Credentials; access: Access },
): Promise<Authentication> {
  const [scheme, secret, ...rest] = header.trim().split(/\s+/);
  if (secret === undefined || rest.length > 0) throw refuse('unauthenticated');
  switch (scheme?.toLowerCase()) {
    case 'bearer':
      return credentials.apiKey(secret, addressed);
    case 'api-key':
      if (access.takesApiKeyScheme !== true) throw refuse('unauthenticated');
      return credentials.apiKey(secret, addressed);
    case 'embed-token':
      return credentials.embedToken(secret, addressed);
    default:
      throw refuse('unauthenticated');
  }
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** A JWT, with or without a scheme before it, as clients of the query protocol send it. An embed token is none. */
function dataTokenOf({ headers }: FastifyRequest): string | undefined {
  const header = headers.authorization ?? headers['x-cube-authorization'];
  if (typeof header !== 'string') return undefined;
  const words = header.trim().split(/\s+/);
  const [first = '', second] = words;
  if (words.length === 1) return first;
  return first.toLowerCase() !== 'embed-token' && second !== undefined && JWT.test(second)
    ? second
    : undefined;
}

function addressOf(request: FastifyRequest): Addressed {
  const { deploymentId } = request.params as { deploymentId?: string };
  return { host: request.hostname.toLowerCase(), deploymentId: deploymentIdOf(deploymentId) };
}

/**
 * A text that is no whole number names no deployment; validation says so later. A number that is too large is not
 * found.
 */
function deploymentIdOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const id = Number(text);
  return Number.isInteger(id) && id >= 0 ? Math.min(id, Number.MAX_SAFE_INTEGER) : undefined;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A cookie comes along by itself, so a change that rests on it must come from the console's own pages. */
function refuseForeignChange(request: FastifyRequest): void {
  if (!SAFE_METHODS.has(request.method)) refuseForeignOrigin(request);
}
