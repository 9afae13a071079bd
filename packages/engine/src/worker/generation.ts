import type { OpenAnswer } from './encode-answer.ts';
import type { OpenSources } from './open-sources.ts';
import { createQueryService, type QueryService, type QueryServiceOptions } from './query-service.ts';

/** What answers queries from one change of the model or the sources to the next; queries end on the one they began on. */
export interface Generation {
  readonly sources: OpenSources;
  /** An open answer uses it until its query has ended; what is held of the rows then needs it no more. */
  use(work: (service: QueryService) => Promise<OpenAnswer>): Promise<OpenAnswer>;
  /** Nobody comes any more: settles when those who are there have what they came for, and it has closed. */
  retire(): Promise<void>;
  /** Interrupts what is under way; a thread cannot end while a database works for it. */
  close(): Promise<void>;
}

/** The model, sources and settings that queries run on. */
export interface GenerationOptions extends Omit<QueryServiceOptions, 'sources'> {
  readonly sources: OpenSources;
}

/** Makes what answers queries on one model and its sources. */
export function createGeneration({ sources, ...options }: GenerationOptions): Generation {
  const service = createQueryService({ ...options, sources: sources.byName });
  let users = 0;
  let isRetired = false;
  let closing: Promise<void> | undefined;
  const unused = Promise.withResolvers<void>();
  sources.hold();
  const leave = () => {
    users -= 1;
    if (isRetired && users === 0) unused.resolve();
  };
  const close = () => (closing ??= service.close().then(() => sources.release()));
  return {
    sources,
    use(work) {
      users += 1;
      const answer = work(service);
      void answer.then(({ rest }) => rest?.ended).then(leave, leave);
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
