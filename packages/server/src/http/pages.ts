import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { join } from 'node:path';
import type { Db } from '../db/database.ts';

const webDirectory = join(import.meta.dirname, '../../../web/dist');

/** What every page of ours may load: its own files, nothing else. Charts run without eval; their styles are inline. */
const pagePolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; " +
  "font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'";

export interface PagesOptions {
  db: Db;
}

/**
 * Serves the built web: the console under every address that is nobody else's, and the files of both. The console
 * rests on a cookie, so no page may frame it.
 */
export async function registerPages(app: FastifyInstance, _options: PagesOptions): Promise<void> {
  await app.register(fastifyStatic, { root: webDirectory, serve: false, preCompressed: true });
  app.get('/assets/*', (request, reply) => {
    const { '*': file } = request.params as { '*': string };
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .sendFile(`assets/${file}`, { immutable: true, maxAge: '1y' });
  });
  app.get('/', (_request, reply) => sendConsole(reply));
  for (const path of [
    '/sign-in',
    '/workspace',
    '/workspace/*',
    '/reports/*',
    '/dashboards/*',
    '/workbooks/*',
    '/api-keys',
  ]) {
    app.get(path, (_request, reply) => sendConsole(reply));
  }
}

function sendConsole(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', `${pagePolicy}; frame-ancestors 'none'`)
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-cache')
    .sendFile('index.html', { cacheControl: false });
}
