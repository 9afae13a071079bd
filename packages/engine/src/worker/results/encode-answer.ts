import type { CompiledQuery, NormalizedRequest } from '@oriel/semantic';
import type { AnswerHead, AnswerTiming } from '../../protocol/engine-types.ts';
import type { Source } from '../../sources/connection/source.ts';
import { isOpen, type QueryResult } from './execute-query.ts';
import type { ChunkStream } from './chunk-stream.ts';

/** One query's result, and where it came from. */
export interface LoadedEntry {
  readonly compiled: CompiledQuery;
  readonly result: QueryResult;
  readonly cache: AnswerHead['cache'];
  readonly source: Source;
  /** A kept result that is no longer current, for a new one took too long. */
  readonly isSlow: boolean;
  /** Absent where nothing was executed. */
  readonly timing?: AnswerTiming;
}

/** Up to here one chunk is quicker than several. */
const MAX_JOINED_BYTES = 1024 * 1024;

/** An answer, and where its rows are still coming what brings the rest of it. */
export interface OpenAnswer extends AnswerHead {
  readonly rest?: OpenRest;
}

/** The part of a stream that a reader sees. */
export type OpenRest = Pick<ChunkStream, 'pull' | 'ended'>;

/** The answer to `/load`: the result alone, or for `queryType=multi` a list of results. Of several none is open. */
type EncodeLoad = (
  normalized: NormalizedRequest,
  entries: readonly LoadedEntry[],
  isMulti: boolean,
) => OpenAnswer;

/** What the answers to a query say of it, as JSON. */
interface QueryTexts {
  readonly query: string;
  readonly annotation: string;
  readonly dataSource: string;
  /** Of a query alone, in a list of results. */
  pivotQuery?: string;
}

/** Makes what encodes the answers of one model. What does not change is written once for each query that is kept. */
export function createLoadEncoder(): EncodeLoad {
  const known = new WeakMap<CompiledQuery, QueryTexts>();
  const textsOf = (compiled: CompiledQuery): QueryTexts => {
    const texts = known.get(compiled) ?? {
      query: JSON.stringify(compiled.query),
      annotation: JSON.stringify(compiled.annotation),
      dataSource: JSON.stringify(compiled.dataSource),
    };
    known.set(compiled, texts);
    return texts;
  };
  return (normalized, entries, isMulti) => encodeLoad(normalized, entries, { isMulti, textsOf });
}

type TextsOf = (compiled: CompiledQuery) => QueryTexts;

function encodeLoad(
  normalized: NormalizedRequest,
  entries: readonly LoadedEntry[],
  { isMulti, textsOf }: { readonly isMulti: boolean; readonly textsOf: TextsOf },
): OpenAnswer {
  const shared = { cache: cacheOf(entries), ...timingOf(entries) };
  const [head, tail] = isMulti ? multiEnds(normalized, entries, textsOf) : ['', ''];
  const [only, ...more] = entries;
  if (only && more.length === 0 && isOpen(only.result)) {
    const { rows, total } = only.result;
    const rest = withTail(rows, () => Buffer.from(entryTail(total()) + tail));
    return {
      status: 200,
      body: [Buffer.from(head + entryHead(only, textsOf(only.compiled)))],
      ...shared,
      rest,
    };
  }
  const results = entries.flatMap((entry, index) => [
    Buffer.from(index === 0 ? head : ','),
    ...encodeEntry(entry, textsOf(entry.compiled)),
  ]);
  return { status: 200, body: joinIfSmall([...results, Buffer.from(tail)]), ...shared };
}

function cacheOf(entries: readonly LoadedEntry[]): AnswerHead['cache'] {
  const caches = entries.map(({ cache }) => cache);
  return caches.every((one) => one === 'hit') ? 'hit' : (caches.find((one) => one !== 'hit') ?? 'miss');
}

/** Of several results what took longest. */
function timingOf(entries: readonly LoadedEntry[]): Pick<AnswerHead, 'timing'> {
  const timings = entries.flatMap(({ timing }) => timing ?? []);
  if (timings.length === 0) return {};
  const longest = (name: keyof AnswerTiming) => Math.max(...timings.map((timing) => timing[name]));
  return { timing: { queuedMs: longest('queuedMs'), executedMs: longest('executedMs') } };
}

/** What stands before and behind the results of a list. */
function multiEnds(
  normalized: NormalizedRequest,
  entries: readonly LoadedEntry[],
  textsOf: TextsOf,
): readonly [head: string, tail: string] {
  const { queryType } = normalized;
  const pivot = pivotText(normalized, entries, textsOf);
  const isSlow = entries.some((entry) => entry.isSlow);
  return [
    `{"queryType":${JSON.stringify(queryType)},"results":[`,
    `],"pivotQuery":${pivot},"slowQuery":${isSlow}}`,
  ];
}

/** A query alone was compiled from the one that its pivot shows, and from no other. */
function pivotText(
  { queryType, pivotQuery }: NormalizedRequest,
  entries: readonly LoadedEntry[],
  textsOf: TextsOf,
): string {
  const [first] = entries;
  const write = () => JSON.stringify({ ...pivotQuery, order: first?.compiled.query.order ?? [] });
  if (!first || queryType !== 'regularQuery') return write();
  return (textsOf(first.compiled).pivotQuery ??= write());
}

function encodeEntry(entry: LoadedEntry, texts: QueryTexts): readonly Uint8Array[] {
  const { result } = entry;
  if (isOpen(result)) throw new Error('A result among several is open');
  return [Buffer.from(entryHead(entry, texts)), ...result.data, Buffer.from(entryTail(result.total))];
}

function entryHead({ result, source, isSlow }: LoadedEntry, texts: QueryTexts): string {
  const dbType = source.dialect.name;
  return `{"query":${texts.query},"lastRefreshTime":"${result.refreshedAt}","annotation":${texts.annotation},"dataSource":${texts.dataSource},"dbType":"${dbType}","extDbType":"${dbType}","external":false,"slowQuery":${isSlow},"data":`;
}

/** The total comes behind the rows, for it is counted after them. */
function entryTail(total: number | undefined): string {
  return total === undefined ? '}' : `,"total":${total}}`;
}

function withTail(rows: ChunkStream, tail: () => Uint8Array): OpenRest {
  let isAtTail = false;
  return {
    ended: rows.ended,
    async pull() {
      if (isAtTail) return undefined;
      const chunks = await rows.pull();
      isAtTail = !chunks;
      return chunks ?? [tail()];
    },
  };
}

function joinIfSmall(chunks: readonly Uint8Array[]): readonly Uint8Array[] {
  const bytes = chunks.reduce((total, { byteLength }) => total + byteLength, 0);
  return bytes <= MAX_JOINED_BYTES ? [Buffer.concat(chunks)] : chunks;
}
