import { brokenModelMessage, type CompiledModel, type ModelProblem } from '@oriel/semantic';
import type { AnswerHead } from '../engine-types.ts';
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

export interface GenerationOptions extends Omit<QueryServiceOptions, 'model' | 'sources'> {
  readonly compiled: CompiledModel;
  readonly sources: OpenSources;
}

export function createGeneration({ compiled, sources, ...options }: GenerationOptions): Generation {
  const service =
    'problems' in compiled
      ? createBrokenService(compiled.problems)
      : createQueryService({ ...options, model: compiled.model, sources: sources.byName });
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

/** A model with problems answers every query with all of them. */
function createBrokenService(problems: readonly ModelProblem[]): QueryService {
  const refusal: AnswerHead = {
    status: 500,
    body: [Buffer.from(JSON.stringify({ error: brokenModelMessage(problems), code: 'model.broken' }))],
    cache: 'none',
  };
  return {
    load: async () => refusal,
    sql: () => refusal,
    dryRun: () => refusal,
    checkQuery: () => refusal,
    meta: () => refusal,
    close: async () => {},
  };
}
