import { openSource } from '../sources/open-source.ts';
import type { SourceConfig } from '../sources/source-config.ts';
import type { Source } from '../sources/source.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import type { StatsWriter } from './runtime-stats.ts';

/** A source, and who waits for it. */
export interface QueuedSource extends Source {
  readonly queue: FairQueue;
}

/** Sources with a reference count: the last release closes them. */
export interface OpenSources {
  readonly byName: Readonly<Record<string, QueuedSource>>;
  hold(): void;
  /** The last release closes them. */
  release(): Promise<void>;
}

/** @throws a plain error when one of them cannot be opened */
export async function openSources(
  configs: Readonly<Record<string, SourceConfig>>,
  { queryTimeoutMs, count }: { queryTimeoutMs: number; count?: StatsWriter },
): Promise<OpenSources> {
  const opened = await Promise.allSettled(
    Object.entries(configs).map(async ([name, config]): Promise<[string, QueuedSource]> => {
      const source = await openSource({ queryTimeoutMs, ...config });
      return [name, { ...source, queue: createFairQueue({ slots: source.slots, ...(count && { count }) }) }];
    }),
  );
  const whole = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed) {
    await closeAll(whole.map(([, source]) => source));
    throw failed.reason;
  }
  let holders = 0;
  return {
    byName: Object.fromEntries(whole),
    hold: () => {
      holders += 1;
    },
    async release() {
      holders -= 1;
      if (holders === 0) await closeAll(whole.map(([, source]) => source));
    },
  };
}

async function closeAll(sources: readonly Source[]): Promise<void> {
  await Promise.all(sources.map((source) => source.close()));
}
