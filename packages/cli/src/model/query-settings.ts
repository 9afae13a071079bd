import { isTimezone, type QueryContext } from '@oriel/semantic';
import { UsageError } from '../command-error.ts';
import type { LocalContext } from '../command.ts';
import { brandKeyOf, parseContext, type SecurityContext } from './security-context.ts';

/** Makes what a query is compiled for; without a security context that of the command line. */
export type ContextOf = (securityContext?: SecurityContext) => QueryContext;

/** Rows that the encoding of an answer takes at most. */
const MAX_LIMIT = 1_000_000;

/**
 * Reads `--context`, `--timezone` and `--now`, and the limits of queries from the variables that deployments have.
 *
 * @throws {@link UsageError} for a value that is none
 */
export function readQuerySettings({
  flags: { context, timezone, now },
  variables,
}: Pick<LocalContext, 'flags' | 'variables'>): ContextOf {
  const own = parseContext(context);
  if (timezone !== undefined && !isTimezone(timezone))
    throw new UsageError(
      `--timezone takes an IANA name such as Europe/Berlin, not ${JSON.stringify(timezone)}`,
    );
  const moment = now === undefined ? undefined : parseMoment(now);
  const defaultLimit = readLimit('CUBEJS_DB_QUERY_DEFAULT_LIMIT', variables);
  const maxLimit = readLimit('CUBEJS_DB_QUERY_LIMIT', variables);
  return (securityContext = own) => ({
    securityContext,
    brandKey: brandKeyOf(securityContext),
    now: moment ?? new Date(),
    ...(timezone !== undefined && { defaultTimezone: timezone }),
    ...(defaultLimit !== undefined && { defaultLimit }),
    ...(maxLimit !== undefined && { maxLimit }),
  });
}

function readLimit(name: string, variables: LocalContext['variables']): number | undefined {
  const value = variables[name] || undefined;
  if (value === undefined) return undefined;
  const limit = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new UsageError(`${name} is ${JSON.stringify(value)}; give a whole number from 1 to ${MAX_LIMIT}`);
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
