import type { CompiledCharts, Dashboard } from '@oriel/contract';
import { MAX_COMPILED_BYTES } from '@oriel/contract/limits';
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import { KeptAnswer } from '../../http/answers/kept-answer.ts';
import { compileCharts, hasCharts } from './compile-charts.ts';

/** Of all dashboards that are kept, as JSON. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A viewer's page waits so long at most, and then compiles its charts itself. */
const MAX_WAIT_MS = 2_500;
/** What could not be compiled is not tried again before. */
const RETRY_MS = 10 * 60_000;

const NONE = new KeptAnswer<CompiledCharts>({ charts: [] });

/** Makes the service; it decides about no access. */
export function createCompiledChartsService(compile = compileCharts) {
  const kept = new LRUCache<number, KeptAnswer<CompiledCharts>>({ maxSize: MAX_BYTES });
  const underWay = new Map<number, Promise<KeptAnswer<CompiledCharts>>>();
  /**
   * One after the other: a thread is enough for the few dashboards that are published, and takes one core from queries.
   */
  let last: Promise<unknown> = Promise.resolve();

  const compileNext = async (dashboard: Dashboard): Promise<KeptAnswer<CompiledCharts>> => {
    const turn = last.then(() => compile(dashboard));
    last = turn.catch(() => undefined);
    const charts = await turn.catch(() => undefined);
    const size = charts ? Buffer.byteLength(JSON.stringify(charts)) : Infinity;
    const isKept = charts && size <= MAX_COMPILED_BYTES;
    const answer = isKept ? new KeptAnswer<CompiledCharts>({ charts }) : NONE;
    // Held as two copies: the values, and the bytes that are sent.
    kept.set(dashboard.versionId, answer, isKept ? { size: 2 * size + 1 } : { size: 1, ttl: RETRY_MS });
    return answer;
  };

  return {
    /** The compiled charts of a dashboard's version; none where there are none in time. */
    async get(dashboard: Dashboard): Promise<KeptAnswer<CompiledCharts>> {
      const { versionId } = dashboard;
      const known = kept.get(versionId);
      if (known || !hasCharts(dashboard)) return known ?? NONE;
      const compiling =
        underWay.get(versionId) ?? compileNext(dashboard).finally(() => underWay.delete(versionId));
      underWay.set(versionId, compiling);
      const waiting = new AbortController();
      try {
        return await Promise.race([compiling, delay(MAX_WAIT_MS, NONE, { signal: waiting.signal })]);
      } finally {
        waiting.abort();
      }
    },
  };
}
