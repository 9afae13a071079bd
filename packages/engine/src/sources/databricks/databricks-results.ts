import type { HttpAnswer } from '../connection/http-sender.ts';
import { isObject, objectOf } from '../statement-api/api-client.ts';
import { noAnswer } from '../statement-api/api-errors.ts';
import type { ReadValue, RowPage } from '../statement-api/statement-api.ts';
import { PRODUCT, type DatabricksFailure } from './databricks-errors.ts';
import type { ExternalLink } from './databricks-links.ts';
import { readerOf, type DatabricksColumn } from './databricks-values.ts';

/** What an answer tells of a statement. */
export interface StatementResult {
  readonly id: string;
  /** Such as `RUNNING` or `SUCCEEDED`. */
  readonly state: string;
  readonly failure: DatabricksFailure;
  readonly readers: readonly ReadValue[];
  readonly chunk: Chunk;
}

/** A part of a result: its rows, or where they are. */
export interface Chunk {
  readonly rows: RowPage['rows'];
  readonly link: ExternalLink | undefined;
  /** Absent in the last. */
  readonly nextIndex: number | undefined;
}

/** @throws `source.unavailable` for an answer that tells of no statement */
export function resultIn(answer: HttpAnswer): StatementResult {
  const { statement_id: id, status, manifest, result } = objectOf(answer) ?? {};
  const state = isObject(status) ? status['state'] : undefined;
  if (typeof id !== 'string' || !isObject(status) || typeof state !== 'string')
    throw noAnswer(answer, PRODUCT);
  const schema = isObject(manifest) ? manifest['schema'] : undefined;
  const columns = isObject(schema) && Array.isArray(schema['columns']) ? schema['columns'] : [];
  return {
    id,
    state,
    failure: isObject(status['error']) ? status['error'] : {},
    // The API describes each column so.
    readers: columns.map((column: DatabricksColumn) => readerOf(column)),
    chunk: chunkOf(isObject(result) ? result : {}),
  };
}

/** The chunk of an answer that has nothing else. @throws `source.unavailable` */
export function chunkIn(answer: HttpAnswer): Chunk {
  const result = objectOf(answer);
  if (!result || !('data_array' in result || 'external_links' in result)) throw noAnswer(answer, PRODUCT);
  return chunkOf(result);
}

/** The rows of a part that lies in a storage. @throws `source.unavailable` */
export function rowsOfText(text: string): RowPage['rows'] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) throw new Error('The storage has no rows');
  return rows;
}

function chunkOf(result: Readonly<Record<string, unknown>>): Chunk {
  const { data_array: rows, external_links: links } = result;
  const first: unknown = Array.isArray(links) ? links[0] : undefined;
  const linked = isObject(first) ? first : {};
  const nextIndex = result['next_chunk_index'] ?? linked['next_chunk_index'];
  return {
    rows: Array.isArray(rows) ? rows : [],
    link: linkOf(linked),
    nextIndex: typeof nextIndex === 'number' ? nextIndex : undefined,
  };
}

function linkOf({ external_link: url, http_headers: headers }: Readonly<Record<string, unknown>>) {
  if (typeof url !== 'string') return undefined;
  const texts = Object.entries(isObject(headers) ? headers : {}).map(([name, text]) => [name, String(text)]);
  return { url, headers: Object.fromEntries(texts) as Record<string, string> };
}
