import { compileModel, type ModelProblem } from '@oriel/semantic';
import { parentPort, workerData } from 'node:worker_threads';
import { brokenModelMessage } from '../broken-model.ts';
import type { EncodedAnswer } from '../engine-types.ts';
import { openSource } from '../sources/open-source.ts';
import type { Source } from '../sources/source.ts';
import type { FromRuntime, RuntimeStart, ToRuntime } from './messages.ts';
import { checkSources } from './check-sources.ts';
import { createQueryService, type QueryService } from './query-service.ts';

/** The entry of a runtime's thread: compiles the model, opens the sources, then answers messages. */
const port = parentPort;
if (!port) throw new Error('A runtime runs in a worker thread');
const send = (message: FromRuntime) => port.postMessage(message);

// What the engine started this thread with.
const start = workerData as RuntimeStart;
const sources = await openSources();
const service = createService();
const cancellations = new Map<number, AbortController>();
port.on('message', (message: ToRuntime) => void receive(message));
send({ kind: 'ready' });

async function receive(message: ToRuntime): Promise<void> {
  if (message.kind === 'cancel') return cancellations.get(message.id)?.abort();
  if (message.kind === 'close') return close();
  try {
    send({ kind: 'answer', id: message.id, answer: await answer(message) });
  } catch (error) {
    send({ kind: 'failure', id: message.id, message: (error as Error).stack ?? String(error) });
  } finally {
    cancellations.delete(message.id);
  }
}

async function answer(message: Exclude<ToRuntime, { kind: 'cancel' | 'close' }>): Promise<EncodedAnswer> {
  switch (message.kind) {
    case 'load': {
      const controller = new AbortController();
      cancellations.set(message.id, controller);
      return service.load(message.request, controller.signal);
    }
    case 'sql':
      return service.sql(message.request);
    case 'dryRun':
      return service.dryRun(message.request);
    case 'meta':
      return service.meta(message.request);
    case 'check':
      return checkSources(sources);
    default:
      return message satisfies never;
  }
}

async function openSources(): Promise<Record<string, Source>> {
  const opened = await Promise.all(
    Object.entries(start.source.sources).map(async ([name, config]): Promise<[string, Source]> => [
      name,
      await openSource({ queryTimeoutMs: start.queryTimeoutMs, ...config }),
    ]),
  );
  return Object.fromEntries(opened);
}

function createService(): QueryService {
  const { files, brandKey, defaultTimezone, defaultLimit, maxLimit } = start.source;
  const compiled = compileModel(files);
  if ('problems' in compiled) return createBrokenService(compiled.problems);
  const settings = {
    brandKey,
    ...(defaultTimezone !== undefined && { defaultTimezone }),
    ...(defaultLimit !== undefined && { defaultLimit }),
    ...(maxLimit !== undefined && { maxLimit }),
  };
  return createQueryService({
    model: compiled.model,
    sources,
    settings,
    cacheBytes: start.cacheBytes,
    queryTimeoutMs: start.queryTimeoutMs,
  });
}

/** A model with problems answers every query with all of them. */
function createBrokenService(problems: readonly ModelProblem[]): QueryService {
  const refusal: EncodedAnswer = {
    status: 500,
    body: [Buffer.from(JSON.stringify({ error: brokenModelMessage(problems), code: 'model.broken' }))],
    cache: 'none',
  };
  return {
    load: async () => refusal,
    sql: () => refusal,
    dryRun: () => refusal,
    meta: () => refusal,
    close: async () => {},
  };
}

async function close(): Promise<void> {
  await service.close();
  await Promise.all(Object.values(sources).map((source) => source.close()));
  port?.close();
}
