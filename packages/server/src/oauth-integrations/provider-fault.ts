import { cleanDescription } from './clean-description.ts';
import { OutboundError } from '../outbound/outbound-error.ts';

/** Why a provider gave no tokens, in words for its user: never a token, a code or a secret. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  /** The grant has ended: only connecting anew helps. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

const MAX_CAUSES = 5;
/** Of RFC 6749, what stays as it is however often it is tried. */
const FINAL = new Set(['invalid_grant', 'access_denied']);

/**
 * What a failed request to a provider is.
 *
 * @param secrets what was sent: a provider that repeats it in its description is cut short
 */
export function toProviderFault(error: unknown, secrets: readonly string[]): ProviderFault {
  if (error instanceof ProviderFault) return error;
  const outbound = findOutbound(error);
  if (outbound) return new ProviderFault(`The provider cannot be reached: ${outbound.message}`, false);
  const { error: code, error_description: description, status } = Object(error) as Record<string, unknown>;
  if (typeof code === 'string' && /^\w{1,64}$/.test(code)) {
    const more = cleanDescription(description, secrets);
    return new ProviderFault(`The provider refuses: ${code}${more && ` (${more})`}`, FINAL.has(code));
  }
  const answered = typeof status === 'number' ? status : statusOf(error);
  if (answered !== undefined && answered !== 200)
    return new ProviderFault(`The provider answers ${answered}`, false);
  const reason = Object(error) as { code?: unknown; cause?: unknown };
  if (namesIssuer(reason))
    return new ProviderFault(
      'The answer is of another provider than was asked; config.issuer says what the provider names itself',
      false,
    );
  return new ProviderFault('The provider gives an answer that is none of OAuth 2', false);
}

/** The library has the fault of a request as the cause of its own. */
function findOutbound(error: unknown): OutboundError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1)
    if (at instanceof OutboundError) return at;
  return undefined;
}

/** Of an answer that is none of OAuth, such as that of a proxy. */
function statusOf(error: unknown): number | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1)
    if (at.cause instanceof Response) return at.cause.status;
  return undefined;
}

function namesIssuer(error: { message?: unknown; cause?: unknown }): boolean {
  const { message } = Object(error.cause) as { message?: unknown };
  return [error.message, message].some((text) => typeof text === 'string' && /\biss(uer)?\b/.test(text));
}
