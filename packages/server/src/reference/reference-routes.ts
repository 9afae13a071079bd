import type { ServerBrand } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { pagePolicy } from '../http/pages/page-policy.ts';
import type { FindReferenceFile } from './reference-files.ts';

const decompress = promisify(gunzip);

/** The pages run their own script alone, and load and ask nothing but this server. */
const policy = pagePolicy({
  imageHosts: [],
  frameAncestors: ["'none'"],
  styleSources: [],
  hasTrustedTypes: true,
});

/** Serves the reference of the API under `/docs/api`: pages of HTML, to anybody. */
export function registerReference(app: FastifyInstance, brand: ServerBrand): void {
  let find: FindReferenceFile | undefined;
  async function send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // What writes the pages is loaded for the first reader.
    find ??= (await import('./reference-files.ts')).createReferenceFiles(brand);
    const file = await find(path);
    if (!file) {
      reply.callNotFound();
      return reply;
    }
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
    if (takesGzip) reply.header('content-encoding', 'gzip');
    const isNamedByContent = path.startsWith('assets/') && request.url.includes('?v=');
    return reply
      .header('vary', 'accept-encoding')
      .header('cache-control', `public, max-age=${isNamedByContent ? '31536000, immutable' : '300'}`)
      .header('content-security-policy', policy)
      .type(file.type)
      .send(takesGzip ? file.gzipped : await decompress(file.gzipped));
  }
  app.get('/docs/api', (request, reply) => send('', request, reply));
  app.get<{ Params: { '*': string } }>('/docs/api/*', (request, reply) =>
    send(request.params['*'].replace(/\/$/, ''), request, reply),
  );
}
