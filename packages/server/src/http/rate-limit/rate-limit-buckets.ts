/** How often one caller may ask. */
export interface RateLimitRule {
  readonly perSecond: number;
  /** Requests at once, after a pause. */
  readonly burst: number;
}

/** Requests of one caller that were let through and that the other servers do not know of yet. */
export interface RateLimitReport {
  readonly key: string;
  readonly taken: number;
}

/**
 * Token buckets of one server: each caller's fills by `perSecond` up to `burst`, and a request takes one out. What is
 * taken is collected for the other servers, who answer with what is left for all.
 *
 * @see https://en.wikipedia.org/wiki/Token_bucket
 */
export interface RateLimitBuckets {
  /** Takes a request out: 0 where there was one, otherwise the whole seconds until there will be. */
  take(key: string): number;
  /** Puts back a request that was taken out and is not to count. */
  giveBack(key: string): void;
  /** Takes along what is to be reported; callers who have asked little since the last time stay for the next. */
  collect(): RateLimitReport[];
  /** Puts back a report that did not arrive. */
  restore(report: RateLimitReport): void;
  /** Learns how much is left for all servers together, after everything that was collected. */
  learn(key: string, tokens: number): void;
  size(): number;
}

/** How a server's buckets are made. */
interface BucketsOptions {
  readonly rule: RateLimitRule;
  /**
   * Callers that are known at a time; beyond it, who has not asked for longest is forgotten, as if new. Default 20,000.
   */
  readonly maxKeys?: number;
  /** Called when there is something to collect again. */
  onDue(): void;
  /** Milliseconds since some moment, which never go back; default: the process's clock. */
  now?(): number;
}

/** A caller is reported after this part of a burst. */
const REPORTED_PART = 1 / 50;
const MAX_KEYS = 20_000;
/** Sums of fractions may miss a whole request by a little. */
const TOLERANCE = 1e-6;

interface Bucket {
  tokens: number;
  /** When `tokens` were right, in milliseconds. */
  at: number;
  unreported: number;
}

/** Makes buckets that are full. Taking one out costs no more than looking its caller up. */
export function createBuckets({
  rule,
  maxKeys = MAX_KEYS,
  onDue,
  now = () => performance.now(),
}: BucketsOptions): RateLimitBuckets {
  const { perSecond, burst } = rule;
  const reportFrom = Math.max(1, Math.floor(burst * REPORTED_PART));
  const due = new Set<string>();
  const buckets = createRecentBuckets({
    maxKeys,
    make: () => ({ tokens: burst, at: now(), unreported: 0 }),
    onForgotten: (key) => due.delete(key),
  });
  const note = (key: string, bucket: Bucket, taken: number) => {
    // More than a burst weighs no heavier at the others, however long they could not be told.
    bucket.unreported = Math.min(2 * burst, bucket.unreported + taken);
    if (bucket.unreported < reportFrom) return;
    due.add(key);
    onDue();
  };

  return {
    take(key) {
      const bucket = buckets.use(key);
      refill(bucket, rule, now());
      if (bucket.tokens < 1 - TOLERANCE) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      bucket.tokens -= 1;
      note(key, bucket, 1);
      return 0;
    },
    giveBack(key) {
      const bucket = buckets.find(key);
      if (!bucket) return;
      bucket.tokens = Math.min(burst, bucket.tokens + 1);
      // Below zero where the request was reported meanwhile: the next ones make up for it.
      bucket.unreported -= 1;
    },
    collect() {
      const reports = [...due].flatMap((key) => reportOf(key, buckets.find(key)));
      due.clear();
      return reports;
    },
    restore({ key, taken }) {
      const bucket = buckets.find(key);
      if (bucket) note(key, bucket, taken);
    },
    learn(key, tokens) {
      const bucket = buckets.find(key);
      if (!bucket) return;
      refill(bucket, rule, now());
      // Never more than what this server has counted itself, whatever the clock of the database does.
      bucket.tokens = Math.min(bucket.tokens, tokens - bucket.unreported);
    },
    size: buckets.size,
  };
}

/** Makes the keeper of the buckets that were used last. */
function createRecentBuckets({
  maxKeys,
  make,
  onForgotten,
}: {
  readonly maxKeys: number;
  make(): Bucket;
  onForgotten(key: string): void;
}) {
  // In the order of their last use.
  const buckets = new Map<string, Bucket>();
  return {
    find: (key: string): Bucket | undefined => buckets.get(key),
    use(key: string): Bucket {
      const bucket = buckets.get(key) ?? make();
      buckets.delete(key);
      buckets.set(key, bucket);
      const [oldest] = buckets.size > maxKeys ? buckets.keys() : [];
      if (oldest !== undefined) {
        buckets.delete(oldest);
        onForgotten(oldest);
      }
      return bucket;
    },
    size: () => buckets.size,
  };
}

function refill(bucket: Bucket, { perSecond, burst }: BucketsOptions['rule'], at: number): void {
  bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
  bucket.at = at;
}

/** What was taken since the report before; nothing for a caller who is forgotten. */
function reportOf(key: string, bucket: Bucket | undefined): { key: string; taken: number }[] {
  if (!bucket) return [];
  const taken = bucket.unreported;
  bucket.unreported = 0;
  return [{ key, taken }];
}
