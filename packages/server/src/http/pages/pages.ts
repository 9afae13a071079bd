import fastifyStatic from '@fastify/static';
import type { AppTheme, ServerBrand } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { framingOrigin } from './framing-origin.ts';
import { sendFramingRefusal, type FramingRefusal } from './framing-refusal.ts';
import { PERMISSIONS_POLICY, pagePolicy } from './page-policy.ts';
import { PACKAGES_PATH } from './app-packages.ts';
import { createKeptFiles } from './kept-files.ts';
import { withLook } from './page-look.ts';
import { readPage, webDirectory, withConfig } from './web-files.ts';

/** Where the console has nothing to say: addresses of programs answer programs. */
const PROGRAM_PATHS =
  /^\/(api|build|embed|deployments|docs|assets|healthz|readyz|metrics|\.well-known)(\/|$)/;

/** What the pages are told about the installation. */
interface PagesOptions {
  brand: ServerBrand;
  /** The origins that may frame the embedded surfaces of the account of a host; none: any page may. */
  allowedOriginsOf(host: string): Promise<string[]>;
  /**
   * Notes that a page of an origin may not frame a surface.
   * @returns the languages that the surface would have been shown in
   */
  noteRefusedOrigin(refused: {
    host: string;
    origin: string;
    sessionId: string | undefined;
  }): Promise<string[]>;
  /** What pages of the account of a host look like, and load. @param sessionId of a surface, in its address */
  appearanceOf(host: string, sessionId?: string): Promise<PageAppearance>;
  /** Whether pictures and documents of dashboards are drawn here. */
  draws: boolean;
  /** Where clients reach the server, without a slash at the end. */
  baseUrlOf(request: FastifyRequest): string;
}

/**
 * Of the account of a host; `theme` is its look, `fontUrls` are the files of its fonts, `fontSheet` the font faces of
 * its stylesheets, `isGlobal` whether the console has it, too; `locales` are the languages of session and account.
 */
export interface PageAppearance {
  imageHosts: string[];
  theme: AppTheme | null;
  fontUrls: readonly string[];
  fontSheet: string;
  isGlobal: boolean;
  locales: string[];
}

/** A surface that a page of another origin embeds. */
interface SurfacePage {
  kind: FramingRefusal['surface'];
  /** The built page. */
  file: string;
  /** The parameter of the address that has the session. */
  sessionParameter: string;
  /** Whether it has the look of the account from the start; the application draws its own. */
  hasAccountLook: boolean;
  /** Whether its libraries write style elements of their own. */
  hasOwnStyles: boolean;
  /** As in the policy of a page: the console's libraries write HTML by themselves. */
  hasTrustedTypes: boolean;
}

const APP = {
  kind: 'app',
  file: 'embed-app.html',
  sessionParameter: 'session',
  hasAccountLook: false,
  hasOwnStyles: true,
  hasTrustedTypes: false,
} as const satisfies SurfacePage;

const CHAT = {
  kind: 'chat',
  file: 'embed-chat.html',
  sessionParameter: 'sessionId',
  hasAccountLook: true,
  hasOwnStyles: true,
  hasTrustedTypes: true,
} as const satisfies SurfacePage;

/** Where the surfaces are. */
const surfacePages: readonly (readonly [path: string, surface: SurfacePage])[] = [
  [
    '/embed/dashboard/:publicId',
    {
      kind: 'dashboard',
      file: 'embed.html',
      sessionParameter: 'session',
      hasAccountLook: true,
      hasOwnStyles: false,
      hasTrustedTypes: true,
    },
  ],
  ['/embed/d/:deploymentId/app', APP],
  ['/embed/d/:deploymentId/app/*', APP],
  ['/embed/chat', CHAT],
  ['/embed/chat/:chatId', CHAT],
];

const PLAIN: PageAppearance = {
  imageHosts: [],
  theme: null,
  fontUrls: [],
  fontSheet: '',
  isGlobal: false,
  locales: [],
};

const themeSources = ({ theme, fontUrls }: PageAppearance) => ({ fontUrls, logoUrl: theme?.logoUrl });

/**
 * Serves the built web and the API's reference page. The console rests on a cookie, so nothing may frame it; a surface
 * with a signed session may be framed by the account's allowed origins, or by anybody where it names none.
 */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  await app.register(fastifyStatic, { root: webDirectory, serve: false, preCompressed: true });
  const assets = createKeptFiles();
  const assetOf = (request: FastifyRequest) => `assets/${(request.params as { '*': string })['*']}`;
  app.get(
    '/assets/*',
    { onSend: (request, reply, payload) => assets.keep(request, reply, assetOf(request), payload) },
    (request, reply) => {
      const kept = assets.find(request, assetOf(request));
      if (kept) return reply.headers(kept.headers).send(kept.body);
      return sendFile(reply, assetOf(request), 'public, max-age=31536000, immutable');
    },
  );
  // Any page may load the SDK as a module, which browsers ask for by CORS.
  app.get('/embed/sdk.js', (_request, reply) =>
    sendFile(reply.header('access-control-allow-origin', '*'), 'sdk/sdk.js', 'public, max-age=300'),
  );
  // What a host page is bundled with: `npm install` takes the address.
  app.get('/embed/sdk.tgz', (_request, reply) =>
    sendFile(reply, 'host-package/embed.tgz', 'public, max-age=300'),
  );
  // The font faces of the theme's stylesheets, which pages do not load themselves.
  app.get('/embed/fonts.css', async (request, reply) => {
    const { fontSheet } = await options.appearanceOf(hostOf(request));
    return reply
      .header('cache-control', 'public, max-age=300')
      .header('x-content-type-options', 'nosniff')
      .type('text/css; charset=utf-8')
      .send(fontSheet);
  });
  // Modules that a dashboard app imports, from an origin of no name.
  app.get(`${PACKAGES_PATH}:file`, (request, reply) =>
    sendFile(
      reply.header('access-control-allow-origin', '*'),
      `app-packages/${(request.params as { file: string }).file}`,
      'public, max-age=31536000, immutable',
    ),
  );
  for (const [path, surface] of surfacePages)
    app.get(path, async (request, reply) => sendEmbedPage(request, reply, { ...options, surface }));
  app.get('/embed/sign-in', (request, reply) =>
    // The frame that has opened this window hears from it.
    sendConsole(request, reply, { ...options, openerPolicy: 'unsafe-none' }),
  );
  app.get('/*', (request, reply) => {
    reply.header('vary', 'accept');
    const wantsPage = (request.headers.accept ?? '').includes('text/html');
    if (wantsPage && !PROGRAM_PATHS.test(request.url)) return sendConsole(request, reply, options);
    return isRoot(request) ? sendSummary(reply, options.baseUrlOf(request)) : reply.callNotFound();
  });
}

function sendFile(reply: FastifyReply, file: string, cacheControl: string): FastifyReply {
  return reply.header('cache-control', cacheControl).sendFile(file, { cacheControl: false });
}

async function sendConsole(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    appearanceOf,
    draws,
    openerPolicy = 'same-origin',
  }: PagesOptions & { openerPolicy?: 'same-origin' | 'unsafe-none' },
): Promise<FastifyReply> {
  // Without the database the page comes all the same, and says itself that the server cannot do anything.
  const appearance = await appearanceOf(hostOf(request)).catch((error: unknown) => {
    request.log.warn({ err: error }, 'The console is served without the look of its account');
    return PLAIN;
  });
  const { imageHosts, theme, isGlobal } = appearance;
  const styleNonce = randomBytes(16).toString('base64');
  const look = isGlobal && theme ? { theme } : {};
  const html = withConfig(await readPage('index.html'), { imageHosts, draws, styleNonce, ...look });
  const policy = pagePolicy({
    // The settings show the look before it is everywhere.
    ...themeSources(appearance),
    imageHosts,
    frameAncestors: ["'none'"],
    styleSources: [`'nonce-${styleNonce}'`, ...hashesOfStyles(html)],
    framesApps: true,
    hasTrustedTypes: false,
  });
  reply
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', openerPolicy)
    .header('cache-control', 'no-cache');
  return sendPage(reply, html, policy);
}

/** A page asks no name server for the hosts that its links name. */
function sendPage(reply: FastifyReply, html: string, policy: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('x-dns-prefetch-control', 'off')
    .header('permissions-policy', PERMISSIONS_POLICY)
    .type('text/html; charset=utf-8')
    .send(html);
}

const hostOf = ({ hostname }: FastifyRequest) => hostname.toLowerCase();

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
  options: PagesOptions & { surface: SurfacePage },
): Promise<FastifyReply> {
  const { brand, allowedOriginsOf, appearanceOf, draws, surface } = options;
  const sessionId = sessionOf(request, surface);
  const host = hostOf(request);
  const [origins, appearance] = await Promise.all([allowedOriginsOf(host), appearanceOf(host, sessionId)]);
  const { imageHosts } = appearance;
  const isPublic = origins.length === 0 && sessionId !== undefined;
  reply.header('vary', 'referer, sec-fetch-dest');
  const framer = framingOrigin(request);
  if (framer !== undefined && !isPublic && !origins.includes(framer))
    return refuseFraming(request, reply, { ...options, origin: framer, sessionId });
  const page = await readLoadingPage(request, surface, appearance);
  const styleNonce = surface.hasOwnStyles ? randomBytes(16).toString('base64') : undefined;
  const policy = pagePolicy({
    ...themeSources(appearance),
    imageHosts,
    // A page without a session is seen by who is signed in to the console, so that only a host that is named may frame
    // it.
    frameAncestors: isPublic ? ['*'] : origins.length > 0 ? origins : ["'none'"],
    styleSources: [...hashesOfStyles(page), ...(styleNonce === undefined ? [] : [`'nonce-${styleNonce}'`])],
    framesApps: true,
    hasTrustedTypes: surface.hasTrustedTypes,
  });
  const html = withConfig(page, {
    brand: brand.name,
    allowedOrigins: origins,
    imageHosts,
    draws,
    styleNonce,
  });
  reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
  return sendPage(reply, html, policy);
}

/** The built page: in the language and the look that the surface will have, as far as they are known now. */
async function readLoadingPage(
  { query }: FastifyRequest,
  { file, hasAccountLook }: SurfacePage,
  { theme, locales }: PageAppearance,
): Promise<string> {
  const { locale, colorScheme } = query as Record<string, unknown>;
  const tags = [...(typeof locale === 'string' ? [locale] : []), ...locales];
  const [page, { loadingPage }] = await Promise.all([readPage(file), loadPageWriter()]);
  const html = withScheme(await loadingPage(page, tags), colorScheme);
  return theme && hasAccountLook ? withLook(html, theme) : html;
}

/** The page in the colour scheme that its address asks for; as the viewer's system has it for anything else. */
const withScheme = (html: string, scheme: unknown) =>
  scheme === 'light' || scheme === 'dark' ? html.replace('<html ', `<html data-scheme="${scheme}" `) : html;

/** Of the same build as the pages. */
const loadPageWriter = () =>
  import(pathToFileURL(join(webDirectory, 'server/loading-page.js')).href) as Promise<{
    loadingPage(html: string, tags: readonly string[]): Promise<string>;
  }>;

/** The session of the address; an empty one is none to the page, either. */
function sessionOf({ query }: FastifyRequest, { sessionParameter }: SurfacePage): string | undefined {
  const { [sessionParameter]: session } = query as Record<string, unknown>;
  return typeof session === 'string' && session !== '' ? session : undefined;
}

async function refuseFraming(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    brand,
    surface,
    noteRefusedOrigin,
    origin,
    sessionId,
  }: PagesOptions & { surface: SurfacePage; origin: string; sessionId: string | undefined },
): Promise<FastifyReply> {
  const locales = await noteRefusedOrigin({ host: hostOf(request), origin, sessionId }).catch(
    (error: unknown): string[] => {
      request.log.warn({ err: error }, 'An origin was refused, which could not be noted');
      return [];
    },
  );
  return sendFramingRefusal(reply, { brand: brand.name, surface: surface.kind, origin, locales });
}

/** The styles that stand in the page itself, for as long as its program has not come. */
function hashesOfStyles(html: string): string[] {
  const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)];
  return styles.map(([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
}
