import { OutboundError } from '../../outbound/outbound-error.ts';

/** Characters of an explanation. */
const MAX_LENGTH = 300;

/**
 * What went wrong with a provider, for the administrator who tests it: what this server says of it, and the error code
 * of the provider. Neither tokens nor the rest of what the provider has sent are among it.
 */
export function describeOidcError(error: unknown): string {
  const parts: string[] = [];
  for (let each = error; each instanceof Error && parts.length < 4; each = each.cause) {
    if (each instanceof OutboundError) return each.message;
    parts.push(each.message);
    const { error: code, error_description: description } = each as {
      error?: unknown;
      error_description?: unknown;
    };
    if (typeof code === 'string')
      parts.push([code, description].filter((text) => typeof text === 'string').join(': '));
  }
  return [...new Set(parts)].join('; ').slice(0, MAX_LENGTH);
}
