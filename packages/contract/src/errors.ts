import type { CatalogueEntry } from './vocabulary/define-error.ts';
import { errors } from './vocabulary/every-error.ts';

export { errors };

export type ErrorCode = keyof typeof errors;

/** The values that the message of a code needs; none for a code with a fixed message. */
export type ErrorValues<C extends ErrorCode> = Parameters<(typeof errors)[C]['message']>[0];

/** Codes that were given out once and mean nothing any more. */
export const retiredErrorCodes: readonly string[] = [];

/** A field of the request that failed validation. `path` is as in `items[3].id`. */
export interface FieldIssue {
  path: string;
  message: string;
}

/** A refusal: something that a caller may be told. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly FieldIssue[] | undefined;
  /** Of every 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { issues?: readonly FieldIssue[]; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = errors[code].status;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Whether something that was thrown is the refusal with a code. */
export function isRefusal(error: unknown, code: ErrorCode): error is Refusal {
  return error instanceof Refusal && error.code === code;
}

/** Makes the refusal of fields, with an issue for each fault. */
export function refuseFields(issues: readonly FieldIssue[], cause?: unknown): Refusal {
  return refuse('validation_failed', { count: issues.length }, { issues, cause });
}

/** Makes the refusal of a code, with its message filled in. */
export function refuse<C extends ErrorCode>(
  code: C,
  ...[values, options]: ErrorValues<C> extends void
    ? [values?: undefined, options?: { issues?: readonly FieldIssue[]; cause?: unknown }]
    : [values: ErrorValues<C>, options?: { issues?: readonly FieldIssue[]; cause?: unknown }]
): Refusal {
  // The catalogue's entry and its values belong to one code, which the compiler cannot see through the union.
  const { message, retryAfterSeconds } = errors[code] as CatalogueEntry<unknown>;
  return new Refusal(code, message(values), {
    ...options,
    ...(retryAfterSeconds && { retryAfterSeconds: retryAfterSeconds(values) }),
  });
}
