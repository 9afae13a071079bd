import type { CompiledQuery, NormalizedRequest } from '@oriel/semantic';
import type { EncodedAnswer } from '../engine-types.ts';
import type { Source } from '../sources/source.ts';
import type { CachedResult } from './result-cache.ts';

/** One query's result, and where it came from. */
export interface LoadedEntry {
  readonly compiled: CompiledQuery;
  readonly result: CachedResult;
  readonly cache: EncodedAnswer['cache'];
  readonly source: Source;
  /** A kept result that is no longer current, for a new one took too long. */
  readonly isSlow: boolean;
}

/** Up to here one piece is quicker than many. */
const MAX_JOINED_BYTES = 1024 * 1024;

/** The answer to `/load`: the result alone, or for `queryType=multi` a list of results. */
export function encodeLoad(
  normalized: NormalizedRequest,
  entries: readonly LoadedEntry[],
  isMulti: boolean,
): EncodedAnswer {
  const results = entries.map(encodeEntry);
  const caches = entries.map(({ cache }) => cache);
  const cache = caches.every((one) => one === 'hit')
    ? 'hit'
    : (caches.find((one) => one !== 'hit') ?? 'miss');
  const [only] = results;
  if (!isMulti && only) return { status: 200, body: joinIfSmall(only), cache };
  const head = Buffer.from(`{"queryType":${JSON.stringify(normalized.queryType)},"results":[`);
  const separated = results.flatMap((result, index) =>
    index === 0 ? result : [Buffer.from(','), ...result],
  );
  const pivotQuery = { ...normalized.pivotQuery, order: entries[0]?.compiled.query.order ?? [] };
  const tail = Buffer.from(
    `],"pivotQuery":${JSON.stringify(pivotQuery)},"slowQuery":${entries.some(({ isSlow }) => isSlow)}}`,
  );
  return { status: 200, body: joinIfSmall([head, ...separated, tail]), cache };
}

function encodeEntry({ compiled, result, source, isSlow }: LoadedEntry): readonly Uint8Array[] {
  const dbType = source.dialect.name;
  const head = `{"query":${JSON.stringify(compiled.query)},"lastRefreshTime":"${result.refreshedAt}","annotation":${JSON.stringify(compiled.annotation)},"dataSource":${JSON.stringify(compiled.dataSource)},"dbType":"${dbType}","extDbType":"${dbType}","external":false,"slowQuery":${isSlow},${result.total === undefined ? '' : `"total":${result.total},`}"data":`;
  return [Buffer.from(head), ...result.data, Buffer.from('}')];
}

function joinIfSmall(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  const bytes = pieces.reduce((total, { byteLength }) => total + byteLength, 0);
  return bytes <= MAX_JOINED_BYTES ? [Buffer.concat(pieces)] : pieces;
}
