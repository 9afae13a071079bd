import { refuse, Refusal } from '@oriel/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { RateLimitSettings } from './rate-limit-settings.ts';
import type { Authenticate, Authentication } from '../caller/authentication.ts';
import type { Metric } from '../health/metrics.ts';
import { createKnownSecrets } from './known-secrets.ts';
import { createBuckets, type RateLimitBuckets, type RateLimitRule } from './rate-limit-buckets.ts';
import { addressOf, callerOf, failuresOf, tenantOf, type Caller } from './rate-limit-caller.ts';
import { secretOf } from './request-secret.ts';
import { createReporter } from './rate-limit-reporter.ts';
import { createRateLimitStore, type RateLimitStore } from './rate-limit-store.ts';

/**
 * Limits how often each caller asks, over all servers on one database.
 *
 * A request is counted against its credential (the API key, the user of a console session, the viewer of an embed
 * token, the data token) and against its tenant. One without a credential is counted against its client's address,
 * before anything else is done for it. A caller may ask {@link BURST_SECONDS} times the limit of a second at once after
 * a pause.
 *
 * A credential that this server has not seen to be valid is counted against the failures of its address before it is
 * looked up, and given back when it is valid: from an address that guesses, no guess costs more than a hash, and those
 * who are known go on.
 *
 * No request waits for the database: each server counts in memory, and tells the others in the background what it has
 * let through, every 250 ms while there is something to tell, a caller at a time that has used a 50th of its burst. In
 * between each counts by itself. So in any time t, n servers let through at most burst + perSecond · t of one caller,
 * and for each server beyond the first what came to it since its last report (a burst at most). The caller makes up for
 * it, by up to a burst: the shared count goes below zero, and nothing is let through until it is above. While the
 * database is away each server limits by itself, which is n times as much.
 */
interface RateLimit {
  /**
   * Counts whatever is authenticated.
   *
   * @returns an authentication that throws `too_many_requests`, in place of its answer or of its refusal, to a caller
   * who has asked too often
   */
  limit(authenticate: Authenticate): Authenticate;
  metrics(): Metric[];
  close(): Promise<void>;
}

/** What the limits are made of. */
interface RateLimitOptions {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly settings: RateLimitSettings;
  readonly logger: FastifyBaseLogger;
}

/** So many seconds' requests may come at once, after a pause as long. */
const BURST_SECONDS = 10;

/** Makes the limits of one server. Nothing is read or written before the first call. */
export function createRateLimit({ database, settings, logger }: RateLimitOptions): RateLimit {
  const { report } = createRateLimitStore(database);
  const reporter = createReporter(async () => {
    for (const { rule, buckets } of Object.values(counters)) if (rule) await share(report, rule, buckets);
  }, logger);
  const counters: Counters = {
    credential: createCounter(settings.perCredential, reporter.wake),
    tenant: createCounter(settings.perTenant, reporter.wake),
    address: createCounter(settings.perAddress, reporter.wake),
    failures: createCounter(settings.failuresPerAddress, reporter.wake),
  };
  const known = createKnownSecrets();
  const countValid = (secret: string, { principal }: Authentication) => {
    take(counters, callerOf(secret, principal));
    take(counters, tenantOf(principal));
  };
  const checkSecret: CheckSecret = async (request, secret, authenticate) => {
    const failures = failuresOf(request);
    const isKnown = known.has(secret);
    if (!isKnown) take(counters, failures);
    try {
      const authentication = await authenticate();
      known.add(secret);
      if (!isKnown) giveBack(counters, failures);
      countValid(secret, authentication);
      return authentication;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'too_many_requests') throw error;
      if (error instanceof Refusal && isOfNobody(error)) {
        known.remove(secret);
        if (isKnown) take(counters, failures);
        throw error;
      }
      // Valid, but not for this; or nobody can tell, because the database is away.
      if (!isKnown) giveBack(counters, failures);
      take(counters, { kind: 'credential', key: `secret ${secret}` });
      throw error;
    }
  };
  return {
    limit: (authenticate) => async (request, access) => {
      const secret = access.principals.includes('anonymous') ? undefined : secretOf(request);
      if (secret !== undefined) return checkSecret(request, secret, () => authenticate(request, access));
      take(counters, addressOf(request));
      return authenticate(request, access);
    },
    metrics: () => metricsOf(counters),
    close: reporter.close,
  };
}

type CheckSecret = (
  request: FastifyRequest,
  secret: string,
  authenticate: () => Promise<Authentication>,
) => Promise<Authentication>;

/** Whether a credential was found to be none. A cookie from another site is refused before it is looked up. */
function isOfNobody({ status, code }: Refusal): boolean {
  return status === 401 || code === 'csrf_refused';
}

type Counters = Record<Caller['kind'], Counter>;

/** One of the limits. */
interface Counter {
  /** Undefined: there is none. */
  readonly rule: RateLimitRule | undefined;
  readonly buckets: RateLimitBuckets;
  refused: number;
}

function createCounter(perSecond: number, onDue: () => void): Counter {
  const rule = { perSecond, burst: perSecond * BURST_SECONDS };
  return { rule: perSecond > 0 ? rule : undefined, buckets: createBuckets({ rule, onDue }), refused: 0 };
}

/** @throws `too_many_requests` */
function take(counters: Counters, { kind, key }: Caller): void {
  const counter = counters[kind];
  const retryAfterSeconds = counter.rule ? counter.buckets.take(key) : 0;
  if (retryAfterSeconds === 0) return;
  counter.refused += 1;
  throw refuse('too_many_requests', { retryAfterSeconds });
}

function giveBack(counters: Counters, { kind, key }: Caller): void {
  if (counters[kind].rule) counters[kind].buckets.giveBack(key);
}

function metricsOf(counters: Counters): Metric[] {
  const samples = (valueOf: (counter: Counter) => number) =>
    Object.entries(counters).map(([by, counter]) => ({ labels: { by }, value: valueOf(counter) }));
  return [
    {
      name: 'oriel_rate_limited_requests_total',
      type: 'counter',
      help: 'Requests that this server has refused because their caller asked too often.',
      samples: samples(({ refused }) => refused),
    },
    {
      name: 'oriel_rate_limit_callers',
      type: 'gauge',
      help: 'Callers with requests that this server counts.',
      samples: samples(({ buckets }) => buckets.size()),
    },
  ];
}

/** Tells the other servers, and learns from them. What they could not be told is told the next time. */
async function share(
  report: RateLimitStore['report'],
  rule: RateLimitRule,
  buckets: RateLimitBuckets,
): Promise<void> {
  const reports = buckets.collect();
  if (reports.length === 0) return;
  try {
    for (const { key, tokens } of await report(rule, reports)) buckets.learn(key, tokens);
  } catch (error) {
    for (const each of reports) buckets.restore(each);
    throw error;
  }
}
