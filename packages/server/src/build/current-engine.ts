import type { Engine, RuntimeTarget } from '@oriel/engine';

/** Minimum time between two checks of a target; a change applies to queries that come this much later. */
export const CHECK_INTERVAL_MS = 1_000;

/** What tells that a runtime is outdated. */
interface CurrentEngineOptions {
  /** Whether a new runtime of the target would start from another model or data file than the last one. */
  hasChanged(target: RuntimeTarget): Promise<boolean>;
  /** A monotonic clock in milliseconds; default: that of the process. */
  now?(): number;
}

/**
 * Wraps an engine so that runtimes follow their branches and data files. Each request first checks its target for a
 * change, at most every {@link CHECK_INTERVAL_MS}, and invalidates an outdated runtime. Running queries finish on the
 * snapshot that they began on.
 */
export function keepCurrent(
  engine: Engine,
  { hasChanged, now = () => performance.now() }: CurrentEngineOptions,
): Engine {
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
    async exportRows(target, ...request) {
      await whenChecked(target);
      return engine.exportRows(target, ...request);
    },
    async describeRows(target, ...request) {
      await whenChecked(target);
      return engine.describeRows(target, ...request);
    },
    async writeCsv(target, ...request) {
      await whenChecked(target);
      return engine.writeCsv(target, ...request);
    },
    async sql(target, ...request) {
      await whenChecked(target);
      return engine.sql(target, ...request);
    },
    async dryRun(target, ...request) {
      await whenChecked(target);
      return engine.dryRun(target, ...request);
    },
    async checkQuery(target, ...request) {
      await whenChecked(target);
      return engine.checkQuery(target, ...request);
    },
    async meta(target, ...request) {
      await whenChecked(target);
      return engine.meta(target, ...request);
    },
  };
}
