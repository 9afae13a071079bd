import type { ServerBrand } from '@oriel/contract';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { buildOpenApi } from '../http/openapi/openapi.ts';
import { version } from '../version.ts';
import { readReference, type ReferenceDocument } from './reference-document.ts';
import { pageNames, writePage } from './reference-pages.ts';
import { searchIndex } from './search-index.ts';

/** A file of the reference, compressed. */
export interface ReferenceFile {
  readonly type: string;
  readonly gzipped: Buffer;
}

/** Finds a file by its path below `/docs/api/`; undefined where there is none. */
export type FindReferenceFile = (path: string) => Promise<ReferenceFile | undefined>;

const HTML = 'text/html; charset=utf-8';
const assetTypes: Readonly<Record<string, string>> = {
  'assets/reference.css': 'text/css; charset=utf-8',
  'assets/reference.js': 'text/javascript; charset=utf-8',
};
const SEARCH = 'search.json';

const compress = promisify(gzip);

/**
 * Makes the files of the reference of a brand's API. Each is written when it is first asked for, from the OpenAPI
 * document, and kept compressed: all of them together take less than a megabyte. The document is not kept.
 */
export function createReferenceFiles(brand: ServerBrand): FindReferenceFile {
  const readDocument = () => readReference(buildOpenApi({ version, brand }), brand);
  const written = new Map<string, Promise<ReferenceFile>>();
  let names: ReadonlySet<string> | undefined;
  return async (path) => {
    // Before a document is made for it, so that an address of nothing costs nothing.
    names ??= new Set([...pageNames(readDocument()), ...Object.keys(assetTypes), SEARCH]);
    if (!names.has(path)) return undefined;
    const file = written.get(path) ?? write(path, readDocument);
    written.set(path, file);
    file.catch(() => written.delete(path));
    return file;
  };
}

async function write(path: string, readDocument: () => ReferenceDocument): Promise<ReferenceFile> {
  const type = assetTypes[path];
  if (type !== undefined) return { type, gzipped: await compress(await readAsset(path)) };
  if (path === SEARCH)
    return {
      type: 'application/json; charset=utf-8',
      gzipped: await compress(JSON.stringify(searchIndex(readDocument()))),
    };
  const [style, script] = await Promise.all(Object.keys(assetTypes).map(assetAddress));
  return { type: HTML, gzipped: await compress(writePage(path, readDocument(), { style, script })) };
}

function readAsset(path: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, path));
}

/** An address that changes with the content, so that browsers may keep what they have. */
async function assetAddress(path: string): Promise<string> {
  const hash = createHash('sha256').update(await readAsset(path));
  return `/docs/api/${path}?v=${hash.digest('hex').slice(0, 12)}`;
}
