import type { Engine, RuntimeStats } from '@oriel/engine';
import type { Metric } from '../http/health/metrics.ts';

/** How the runtimes share what they can do at once, as figures of `/metrics`. */
export function runtimeMetrics(engine: Pick<Engine, 'runtimes' | 'failing'>): Metric[] {
  const runtimes = engine.runtimes();
  const of = (
    { name, type, help }: Omit<Metric, 'samples'>,
    valueOf: (stats: RuntimeStats) => number,
  ): Metric => ({
    name,
    type,
    help,
    samples: runtimes.map(({ deploymentId, branch, stats }) => ({
      labels: { deployment: deploymentId, branch },
      value: valueOf(stats),
    })),
  });
  const gauge = { type: 'gauge' } as const;
  const counter = { type: 'counter' } as const;
  return [
    {
      name: 'oriel_runtimes_failing',
      ...gauge,
      help: 'Ends in a row of a runtime that waits for its next start.',
      samples: engine.failing().map(({ deploymentId, branch, times }) => ({
        labels: { deployment: deploymentId, branch },
        value: times,
      })),
    },
    {
      name: 'oriel_runtime_memory_bytes',
      ...gauge,
      help: 'Resident memory of the process of a runtime.',
      samples: runtimes.map(({ deploymentId, branch, residentBytes }) => ({
        labels: { deployment: deploymentId, branch },
        value: residentBytes,
      })),
    },
    of(
      { name: 'oriel_queries_waiting', ...gauge, help: 'Queries that wait for a slot of their data source.' },
      ({ waiting }) => waiting,
    ),
    of(
      { name: 'oriel_queries_running', ...gauge, help: 'Queries that run on a data source.' },
      ({ running }) => running,
    ),
    of(
      { name: 'oriel_queries_admitted_total', ...counter, help: 'Queries that were given a slot.' },
      ({ admitted }) => admitted,
    ),
    of(
      {
        name: 'oriel_query_queue_seconds_total',
        ...counter,
        help: 'Seconds that these queries waited for it.',
      },
      ({ queuedMs }) => queuedMs / 1000,
    ),
    of(
      {
        name: 'oriel_queries_refused_total',
        ...counter,
        help: 'Queries that were refused, for too many waited.',
      },
      ({ refused }) => refused,
    ),
  ];
}
