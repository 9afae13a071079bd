import type { ErrorCode, Problem, ProblemFormat, Refusal } from '@oriel/contract';
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
  /** @see RFC 7644, section 3.12 */
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

/** Of every other refusal with the status 400 it is `invalidValue`. @see RFC 7644, section 3.12 */
const scimTypes: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'invalidSyntax',
  scim_filter_invalid: 'invalidFilter',
  scim_path_invalid: 'invalidPath',
  scim_target_missing: 'noTarget',
  scim_read_only: 'mutability',
  email_taken: 'uniqueness',
  username_taken: 'uniqueness',
  group_name_taken: 'uniqueness',
};

function scimTypeOf({ code, status }: Refusal): { scimType?: string } {
  const scimType = scimTypes[code] ?? (status === 400 ? 'invalidValue' : undefined);
  return scimType === undefined ? {} : { scimType };
}

/** Whatever is refused below this address is refused in the format of SCIM, also where no operation is. */
const SCIM_ADDRESS = /^\/api\/scim\/v2(?:[/?]|$)/;

/** The format of the refusals at an address that no operation is served at. */
export function problemFormatAt(url: string): ProblemFormat {
  return SCIM_ADDRESS.test(url) ? 'scim' : 'oriel';
}

function oauthErrorOf({ status }: Refusal): string {
  if (status === 401) return 'invalid_client';
  if (status === 403) return 'access_denied';
  if (status === 503) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
}
