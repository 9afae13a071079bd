import { serverBrands } from '@oriel/contract/brand';
import { isTimezone, type QueryContext } from '@oriel/semantic';
import { UsageError } from '../command.ts';
import type { Flags } from '../flags.ts';

/** A security context as a token carries it. */
export type SecurityContext = Readonly<Record<string, unknown>>;

/** Makes what a query is compiled for; without a security context that of the command line. */
export type ContextOf = (securityContext?: SecurityContext) => QueryContext;

/**
 * Reads `--context`, `--timezone` and `--now`.
 *
 * @throws {@link UsageError} for a value that is none
 */
export function readQuerySettings({ context, timezone, now }: Flags): ContextOf {
  const own = context === undefined ? {} : parseContext(context);
  if (timezone !== undefined && !isTimezone(timezone))
    throw new UsageError(
      `--timezone takes an IANA name such as Europe/Berlin, not ${JSON.stringify(timezone)}`,
    );
  const moment = now === undefined ? undefined : parseMoment(now);
  return (securityContext = own) => ({
    securityContext,
    brandKey: brandKeyOf(securityContext),
    now: moment ?? new Date(),
    ...(timezone !== undefined && { defaultTimezone: timezone }),
  });
}

/** Takes a value for a security context; `refuse` makes the error of one that is none, from the end of a sentence. */
export function readSecurityContext(value: unknown, refuse: (fault: string) => Error): SecurityContext {
  if (!isObject(value)) throw refuse('takes an object such as {"svcCloud":{"groups":["sales"]}}');
  const keys = reservedKeysOf(value);
  if (keys.length > 1) throw refuse(`has ${keys.join(' and ')}; it takes one of them`);
  return value;
}

/** Whether a value is an object with keys, as JSON has them. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseContext(text: string): SecurityContext {
  return readSecurityContext(parseJson('context', text), (fault) => new UsageError(`--context ${fault}`));
}

/** Reads a flag whose value is JSON. */
export function parseJson(flag: keyof Flags, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--${flag} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

const ISO_MOMENT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** A time without a zone is in UTC, so that it means the same on every machine. */
function parseMoment(text: string): Date {
  const [, date = '', time = 'T00:00', , , zone = 'Z'] = ISO_MOMENT.exec(text) ?? [];
  const moment = new Date(`${date}${time}${zone}`);
  // A day that a month has not would be taken for one of the next month.
  const day = new Date(`${date}T00:00Z`);
  if (!Number.isNaN(moment.getTime()) && day.toISOString().startsWith(date)) return moment;
  throw new UsageError(`--now takes a time such as 2026-01-31T12:00:00Z, not ${JSON.stringify(text)}`);
}

/** The reserved keys of all brands that a context has. */
function reservedKeysOf(context: SecurityContext): string[] {
  return Object.values(serverBrands)
    .map(({ securityContextKey }) => securityContextKey)
    .filter((key) => Object.hasOwn(context, key));
}

/** The reserved key of the brand that a context is written for. */
function brandKeyOf(context: SecurityContext): string {
  return reservedKeysOf(context)[0] ?? serverBrands.svc.securityContextKey;
}
