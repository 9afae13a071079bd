import type { QueueResult } from 'pg-boss';
import type { Metric } from '../http/health/metrics.ts';

/** How a run ended; `interrupted` by the stop of its server. */
export type JobOutcome = 'done' | 'failed' | 'interrupted';

/** What became of one run. */
interface JobRecord {
  readonly name: string;
  readonly outcome: JobOutcome;
  readonly seconds: number;
}

/** Counts the runs of this server since its start. */
export interface JobCounters {
  recordRun(run: JobRecord): void;
  recordItems(name: string, kind: string, items: number): void;
  metrics(): Metric[];
}

/** Makes counters that stand at zero. `now` is in milliseconds of Unix time. */
export function createJobCounters(now: () => number = Date.now): JobCounters {
  const runs = createCounter<{ job: string; outcome: string }>();
  const seconds = createCounter<{ job: string }>();
  const items = createCounter<{ job: string; kind: string }>();
  const lastRuns = new Map<string, { labels: { job: string; outcome: string }; value: number }>();
  return {
    recordRun({ name: job, outcome, seconds: duration }) {
      const labels = { job, outcome };
      runs.add(labels, 1);
      seconds.add({ job }, duration);
      lastRuns.set(`${job} ${outcome}`, { labels, value: Math.floor(now() / 1000) });
    },
    recordItems: (job, kind, count) => items.add({ job, kind }, count),
    metrics: () => [
      {
        name: 'oriel_job_runs_total',
        type: 'counter',
        help: 'Runs of background jobs that this server has ended.',
        samples: runs.samples(),
      },
      {
        name: 'oriel_job_run_seconds_total',
        type: 'counter',
        help: 'Seconds that these runs took.',
        samples: seconds.samples(),
      },
      {
        name: 'oriel_job_last_run_timestamp_seconds',
        type: 'gauge',
        help: 'When the last run of each outcome ended on this server, in Unix time.',
        samples: [...lastRuns.values()],
      },
      {
        name: 'oriel_job_items_total',
        type: 'counter',
        help: 'What these runs have worked on, such as rows removed.',
        samples: items.samples(),
      },
    ],
  };
}

/**
 * How many jobs are in each state, in the whole installation. PostgreSQL is asked once a minute; in between the figures
 * stand.
 */
export function queueMetric(queues: readonly QueueResult[]): Metric {
  return {
    name: 'oriel_jobs',
    type: 'gauge',
    help: 'Jobs in the database by state, at most a minute old.',
    samples: queues
      .filter(({ name }) => !name.startsWith('__pgboss__'))
      .flatMap(({ name: job, deferredCount, readyCount, activeCount, failedCount }) =>
        Object.entries({
          deferred: deferredCount,
          ready: readyCount,
          active: activeCount,
          failed: failedCount,
        }).map(([state, value]) => ({ labels: { job, state }, value })),
      ),
  };
}

function createCounter<Labels extends Record<string, string>>() {
  const entries = new Map<string, { labels: Labels; value: number }>();
  return {
    add(labels: Labels, value: number): void {
      const key = JSON.stringify(labels);
      const entry = entries.get(key) ?? { labels, value: 0 };
      entries.set(key, { labels, value: entry.value + value });
    },
    samples: () => [...entries.values()],
  };
}
