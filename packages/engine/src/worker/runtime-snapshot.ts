import type { OpenAnswer } from './results/encode-answer.ts';
import type { OpenSources } from './sources/open-sources.ts';
import { createQueryService, type QueryService, type QueryServiceOptions } from './query-service.ts';

/** One version of model, sources and settings; a query ends on the snapshot that it began on. */
export interface Snapshot {
  readonly sources: OpenSources;
  /** Runs work on the snapshot; an open answer uses it until its query has ended. */
  use(work: (service: QueryService) => Promise<OpenAnswer>): Promise<OpenAnswer>;
  /** Closes the snapshot when its last query has ended, and settles then. */
  retire(): Promise<void>;
  /** Interrupts running queries and closes; a thread cannot end while a database works for it. */
  close(): Promise<void>;
}

/** What a snapshot consists of. */
interface SnapshotOptions extends Omit<QueryServiceOptions, 'sources'> {
  readonly sources: OpenSources;
}

/** Makes a snapshot; it holds its sources until it is closed. */
export function createSnapshot({ sources, ...options }: SnapshotOptions): Snapshot {
  const service = createQueryService({ ...options, sources: sources.byName });
  let users = 0;
  let isRetired = false;
  let closing: Promise<void> | undefined;
  const unused = Promise.withResolvers<void>();
  sources.hold();
  const release = () => {
    users -= 1;
    if (isRetired && users === 0) unused.resolve();
  };
  const close = () =>
    (closing ??= service.close().then(() => {
      options.model.forget();
      return sources.release();
    }));
  return {
    sources,
    use(work) {
      users += 1;
      const answer = work(service);
      void answer.then(({ rest }) => rest?.ended).then(release, release);
      return answer;
    },
    async retire() {
      isRetired = true;
      if (users > 0) await unused.promise;
      await close();
    },
    close,
  };
}
