import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** Of all files together: those of the pages take a few megabytes as they are compressed. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The headers of an answer that are of the file. */
const FILE_HEADERS = [
  'accept-ranges',
  'cache-control',
  'content-encoding',
  'content-type',
  'etag',
  'last-modified',
  'vary',
] as const;

/** The answer with a file. */
interface KeptFile {
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Keeps answers with files that do not change under their names: a dashboard is opened with a dozen, each of which
 * costs a millisecond to look for, open and stream. Requests for a part, or with conditions, are left to who reads the
 * files.
 */
export function createKeptFiles() {
  const kept = new LRUCache<string, KeptFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length + 1,
  });
  return {
    /** The answer to a request for a file, as it was given before. */
    find: (request: FastifyRequest, file: string): KeptFile | undefined =>
      kept.get(keyOf(request, file) ?? ''),
    /** Keeps an answer that is being sent. @returns what is sent */
    async keep(
      request: FastifyRequest,
      reply: FastifyReply,
      file: string,
      payload: unknown,
    ): Promise<unknown> {
      const key = keyOf(request, file);
      if (key === undefined || reply.statusCode !== 200 || !(payload instanceof Readable)) return payload;
      const body = await buffer(payload);
      const headers = FILE_HEADERS.flatMap((name) => {
        const value = reply.getHeader(name);
        return value === undefined ? [] : [[name, String(value)] as const];
      });
      kept.set(key, { headers: Object.fromEntries(headers), body });
      return body;
    },
  };
}

/** What the answer depends on; undefined for a request that no kept answer fits. */
function keyOf({ method, headers }: FastifyRequest, file: string): string | undefined {
  const isPlain =
    method === 'GET' &&
    headers.range === undefined &&
    Object.keys(headers).every((name) => !name.startsWith('if-'));
  return isPlain ? `${headers['accept-encoding'] ?? ''} ${file}` : undefined;
}
