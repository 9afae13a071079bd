import { createSource } from '../../sources/open-source.ts';
import type { SourceConfig } from '../../sources/connection/source-config.ts';
import type { UserSource } from '../../sources/connection/source.ts';
import { createFairQueue, type FairQueue } from '../queue/fair-queue.ts';
import type { RuntimeLimits } from '../messages/messages.ts';
import type { StatsWriter } from '../../protocol/runtime-stats.ts';

/** A source, and who waits for it. */
export interface QueuedSource extends UserSource {
  readonly queue: FairQueue;
}

/** Sources with a reference count: the last release closes them. */
export interface OpenSources {
  readonly byName: Readonly<Record<string, QueuedSource>>;
  hold(): void;
  /** The last release closes them. */
  release(): Promise<void>;
}

/** What the sources tell of themselves. */
interface OpenSourcesOptions {
  readonly count: StatsWriter;
  /** Called when a statement goes on after it was stopped. */
  onStuck(): void;
}

/** Makes the sources; one that is away is told by its queries, and the others are there all the same. */
export function openSources(
  configs: Readonly<Record<string, SourceConfig>>,
  {
    queryTimeoutMs,
    duckdb,
    stopGraceMs,
    count,
    onStuck,
  }: Pick<RuntimeLimits, 'queryTimeoutMs' | 'duckdb' | 'stopGraceMs'> & OpenSourcesOptions,
): OpenSources {
  const sources = Object.entries(configs).map(([name, config]): [string, QueuedSource] => {
    const source = createSource({ queryTimeoutMs, ...config }, { duckdb, stopGraceMs, onStuck });
    const { slots, sharesCores: takesBack = false } = source;
    return [name, { ...source, queue: createFairQueue({ slots, takesBack, count }) }];
  });
  let holders = 0;
  return {
    byName: Object.fromEntries(sources),
    hold: () => {
      holders += 1;
    },
    async release() {
      holders -= 1;
      if (holders === 0) await Promise.all(sources.map(([, source]) => source.close()));
    },
  };
}
