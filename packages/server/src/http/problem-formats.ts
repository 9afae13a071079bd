import type { Problem, ProblemFormat, Refusal } from '@oriel/contract';
import type { QueryErrorBody } from '@oriel/engine';
import type { FastifyRequest } from 'fastify';

/** How a family of operations writes its refusals. */
interface Format {
  readonly mediaType: string;
  /** The status where it is not the catalogue's. */
  statusOf?(refusal: { readonly status: number }): number;
  write(refusal: Refusal, request: Pick<FastifyRequest, 'id' | 'headers'>): object;
}

/** An encoder for each format that an operation may declare. */
export const problemFormats: Readonly<Record<ProblemFormat, Format>> = {
  oriel: {
    mediaType: 'application/json',
    write: ({ status, code, message, issues }, { id: requestId }): Problem => ({
      status,
      code,
      message,
      requestId,
      ...(issues && { issues: [...issues] }),
    }),
  },
  /** The query protocol; a credential that is missing or wrong is 403 there. */
  query: {
    mediaType: 'application/json',
    statusOf: ({ status }) => (status === 401 ? 403 : status),
    write: (refusal, { headers, id: requestId }): QueryErrorBody => ({
      error:
        refusal.code === 'unauthenticated' && headers.authorization === undefined
          ? "Authorization header isn't set"
          : messageOf(refusal),
      code: refusal.code,
      ...(refusal.status === 400 && { type: 'UserError' }),
      ...(refusal.status >= 500 && { requestId }),
    }),
  },
  /** RFC 7644, section 3.12. */
  scim: {
    mediaType: 'application/scim+json',
    write: (refusal) => ({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(refusal.status),
      detail: messageOf(refusal),
      ...scimTypeOf(refusal),
    }),
  },
  /** RFC 6749, section 5.2. */
  oauth: {
    mediaType: 'application/json',
    write: (refusal) => ({ error: oauthErrorOf(refusal), error_description: messageOf(refusal) }),
  },
};

/** Formats without a place for single fields say them in the sentence. */
function messageOf({ message, issues = [] }: Refusal): string {
  return [message, ...issues.map((issue) => `${issue.path} ${issue.message}`)].join('; ');
}

function scimTypeOf({ status }: Refusal): { scimType?: string } {
  if (status === 400) return { scimType: 'invalidValue' };
  return status === 409 ? { scimType: 'uniqueness' } : {};
}

function oauthErrorOf({ status }: Refusal): string {
  if (status === 401) return 'invalid_client';
  if (status === 403) return 'access_denied';
  if (status === 503) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
}
