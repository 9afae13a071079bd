import type { Engine, RuntimeTarget } from '@oriel/engine';

/** A change takes effect at the latest for a query that comes so long after it. */
export const CHECK_INTERVAL_MS = 1_000;

export interface CurrentEngineOptions {
  /** Whether a runtime of the target would run on something newer than the last one that started. */
  hasChanged(target: RuntimeTarget): Promise<boolean>;
  /** Milliseconds since some moment; by default the system's clock. */
  now?(): number;
}

/**
 * The engine, with runtimes that follow their branches and data files. Before it passes a request on, it looks for a
 * change, no more often than every {@link CHECK_INTERVAL_MS} for each target; queries that run finish on what they began with.
 */
export function keepCurrent(engine: Engine, { hasChanged, now = Date.now }: CurrentEngineOptions): Engine {
  const checks = new Map<string, { startedAt: number; done: Promise<void> }>();
  const check = async (target: RuntimeTarget) => {
    if (await hasChanged(target)) engine.invalidate(target);
  };
  const whenChecked = (target: RuntimeTarget): Promise<void> => {
    const key = `${target.deploymentId} ${target.branch}`;
    const last = checks.get(key);
    if (last && now() - last.startedAt < CHECK_INTERVAL_MS) return last.done;
    const next = { startedAt: now(), done: check(target) };
    checks.set(key, next);
    return next.done;
  };
  return {
    ...engine,
    async load(target, ...request) {
      await whenChecked(target);
      return engine.load(target, ...request);
    },
    async sql(target, request) {
      await whenChecked(target);
      return engine.sql(target, request);
    },
    async dryRun(target, request) {
      await whenChecked(target);
      return engine.dryRun(target, request);
    },
    async checkQuery(target, request) {
      await whenChecked(target);
      return engine.checkQuery(target, request);
    },
    async meta(target, request) {
      await whenChecked(target);
      return engine.meta(target, request);
    },
  };
}
