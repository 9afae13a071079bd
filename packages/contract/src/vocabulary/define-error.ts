export interface CatalogueEntry<P> {
  status: number;
  message: (values: P) => string;
  /** How long to wait before the same request is worth another try: for every 429 and 503. */
  retryAfterSeconds?: (values: P) => number;
}

/**
 * An entry of the error catalogue.
 *
 * @param message says what happened, with which value, and what to do; the type of its values is that of a refusal's
 */
export function defineError<P = void>(
  status: number,
  message: (values: P) => string,
  retryAfterSeconds?: (values: P) => number,
): CatalogueEntry<P> {
  return { status, message, ...(retryAfterSeconds && { retryAfterSeconds }) };
}

/** Until what is away for a moment may be there again. */
export const RETRY_AFTER_SECONDS = 5;
