import fastifyStatic from '@fastify/static';
import type { ServerBrand } from '@oriel/contract';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const webDirectory = join(import.meta.dirname, '../../../web/dist');

/** What every page of ours may load: its own files, nothing else. Charts run without eval; their styles are inline. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** Where the console has nothing to say: addresses of programs answer programs. */
const PROGRAM_PATHS = /^\/(api|build|embed|deployments|docs|assets|healthz|readyz|metrics)(\/|$)/;

/** What the pages are told about the installation. */
export interface PagesOptions {
  brand: ServerBrand;
  /** The origins that may frame the embedded surfaces of the account of a host; none: any page may. */
  allowedOriginsOf(host: string): Promise<string[]>;
  /** Where clients reach the server, without a slash at the end. */
  baseUrlOf(request: FastifyRequest): string;
}

/**
 * Serves the built web and the API's reference page. The console rests on a cookie, so nothing may frame it; a dashboard
 * with a signed session may be framed by the account's allowed origins, or by anybody where it names none.
 */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  await app.register(fastifyStatic, { root: webDirectory, serve: false, preCompressed: true });
  app.get('/assets/*', (request, reply) =>
    sendFile(
      reply,
      `assets/${(request.params as { '*': string })['*']}`,
      'public, max-age=31536000, immutable',
    ),
  );
  // Any page may load the SDK as a module, which browsers ask for by CORS.
  app.get('/embed/sdk.js', (_request, reply) =>
    sendFile(reply.header('access-control-allow-origin', '*'), 'sdk/sdk.js', 'public, max-age=300'),
  );
  app.get('/embed/dashboard/:publicId', async (request, reply) => sendEmbedPage(request, reply, options));
  app.get('/*', (request, reply) => {
    reply.header('vary', 'accept');
    const wantsPage = (request.headers.accept ?? '').includes('text/html');
    if (wantsPage && !PROGRAM_PATHS.test(request.url)) return sendConsole(reply);
    return isRoot(request) ? sendSummary(reply, options.baseUrlOf(request)) : reply.callNotFound();
  });
  await registerReference(app);
}

function sendFile(reply: FastifyReply, file: string, cacheControl: string): FastifyReply {
  return reply.header('cache-control', cacheControl).sendFile(file, { cacheControl: false });
}

function sendConsole(reply: FastifyReply): FastifyReply {
  reply
    .header('content-security-policy', `${PAGE_POLICY}; frame-ancestors 'none'`)
    .header('referrer-policy', 'same-origin');
  return sendFile(reply, 'index.html', 'no-cache');
}

const isRoot = ({ url }: FastifyRequest) => /^\/(\?|$)/.test(url);

/** Tells a program or a shell that asks for the root what runs here and where its parts are. */
function sendSummary(reply: FastifyReply, baseUrl: string): FastifyReply {
  const summary = `Oriel: self-hosted analytics workspaces that can be embedded in other products.

Console        ${baseUrl}/   (open it in a browser)
API            ${baseUrl}/docs/api   (reference)
               ${baseUrl}/api/v1/spec   (OpenAPI 3.1)
Health         ${baseUrl}/readyz
`;
  return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(summary);
}

async function sendEmbedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { brand, allowedOriginsOf }: PagesOptions,
): Promise<FastifyReply> {
  const isSigned = typeof (request.query as { session?: unknown }).session === 'string';
  const origins = await allowedOriginsOf(request.hostname.toLowerCase());
  const ancestors = !isSigned ? "'none'" : origins.length > 0 ? origins.join(' ') : '*';
  const config = JSON.stringify({ brand: brand.name, allowedOrigins: origins }).replaceAll(
    '<',
    String.raw`\u003c`,
  );
  const html = (await readPage('embed.html')).replace(
    '</head>',
    `<script type="application/json" id="oriel-config">${config}</script></head>`,
  );
  return reply
    .header('content-security-policy', `${PAGE_POLICY}; frame-ancestors ${ancestors}`)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

const pages = new Map<string, Promise<string>>();

/** A built page does not change while the server runs. */
function readPage(name: string): Promise<string> {
  const known = pages.get(name) ?? readFile(join(webDirectory, name), 'utf8');
  pages.set(name, known);
  known.catch(() => pages.delete(name));
  return known;
}

/** The reference of the API, with everything that it needs served from here. */
async function registerReference(app: FastifyInstance): Promise<void> {
  await app.register(async (reference) => {
    reference.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'",
      );
    });
    await reference.register(scalar, {
      routePrefix: '/docs/api',
      configuration: {
        url: '/api/v1/spec',
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        showDeveloperTools: 'never',
      },
    });
  });
}
