import type { Engine, RuntimeStats } from '@oriel/engine';
import type { Metric } from '../http/health/metrics.ts';

type Runtimes = ReturnType<Engine['runtimes']>;

const gauge = { type: 'gauge' } as const;
const counter = { type: 'counter' } as const;

/** Figures of the queries of a runtime, each a metric with one sample for each runtime. */
const queryMetrics: readonly (Omit<Metric, 'samples'> & { valueOf(stats: RuntimeStats): number })[] = [
  {
    name: 'oriel_queries_waiting',
    ...gauge,
    help: 'Queries that wait for a slot of their data source.',
    valueOf: ({ waiting }) => waiting,
  },
  {
    name: 'oriel_queries_running',
    ...gauge,
    help: 'Queries that run on a data source.',
    valueOf: ({ running }) => running,
  },
  {
    name: 'oriel_queries_admitted_total',
    ...counter,
    help: 'Queries that were given a slot.',
    valueOf: ({ admitted }) => admitted,
  },
  {
    name: 'oriel_query_queue_seconds_total',
    ...counter,
    help: 'Seconds that these queries waited for it.',
    valueOf: ({ queuedMs }) => queuedMs / 1000,
  },
  {
    name: 'oriel_queries_refused_total',
    ...counter,
    help: 'Queries that were refused, for too many waited.',
    valueOf: ({ refused }) => refused,
  },
];

/** How the runtimes share what they can do at once, as figures of `/metrics`. */
export function runtimeMetrics(engine: Pick<Engine, 'runtimes' | 'failing'>): Metric[] {
  const runtimes = engine.runtimes();
  return [
    failingMetric(engine.failing()),
    memoryMetric(runtimes),
    ...queryMetrics.map(({ valueOf, ...metric }) => ({
      ...metric,
      samples: runtimes.map(({ deploymentId, branch, stats }) => ({
        labels: { deployment: deploymentId, branch },
        value: valueOf(stats),
      })),
    })),
  ];
}

function failingMetric(failing: ReturnType<Engine['failing']>): Metric {
  return {
    name: 'oriel_runtimes_failing',
    ...gauge,
    help: 'Ends in a row of a runtime that waits for its next start.',
    samples: failing.map(({ deploymentId, branch, times }) => ({
      labels: { deployment: deploymentId, branch },
      value: times,
    })),
  };
}

function memoryMetric(runtimes: Runtimes): Metric {
  return {
    name: 'oriel_runtime_memory_bytes',
    ...gauge,
    help: 'Resident memory of the process of a runtime.',
    samples: runtimes.map(({ deploymentId, branch, residentBytes }) => ({
      labels: { deployment: deploymentId, branch },
      value: residentBytes,
    })),
  };
}
