import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { PERMISSIONS_POLICY } from './page-policy.ts';
import { readPage, withConfig } from './web-files.ts';

/** What the page of a refusal is told. */
export interface FramingRefusal {
  brand: 'svc' | 'cube';
  /** The surface that is not shown. */
  surface: 'dashboard' | 'app' | 'chat';
  /** The origin that may not frame it. */
  origin: string;
  /**
   * The languages that the surface would have been shown in; what the address and the browser say is known to the page.
   */
  locales: readonly string[];
}

/** Where the built program of the page lies. */
const PROGRAM = 'framing-refusal/framing-refusal.js';

const STYLE = `
  html { color-scheme: light dark; background: light-dark(#f6f7f9, #14161a); color: light-dark(#1c2230, #eceef2); }
  html[data-scheme='light'] { color-scheme: light; }
  html[data-scheme='dark'] { color-scheme: dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; }
  main { max-width: 46ch; padding: 24px; text-align: center; overflow-wrap: anywhere; }
  h1 { margin: 0 0 8px; font-size: 18px; line-height: 1.35; text-wrap: balance; }
  p { margin: 0; color: light-dark(#596274, #a6aebc); text-wrap: balance; }
  bdi { color: light-dark(#1c2230, #eceef2); font-weight: 600; }
  @media (max-width: 340px), (max-height: 260px) {
    body { font-size: 13px; line-height: 1.4; }
    main { padding: 10px 14px; }
    h1 { margin-bottom: 4px; font-size: 15px; }
  }
`;

/**
 * Answers a frame that may not show a surface, in place of it: every refusal of framing that the server itself can tell
 * looks so. Any page may frame the answer, for there is nothing in it but the message. It can do nothing but show that
 * and post it to the origin which was refused: nothing is loaded from anywhere, no session is exchanged and no cookie
 * is read or set.
 */
export async function sendFramingRefusal(
  reply: FastifyReply,
  refusal: FramingRefusal,
): Promise<FastifyReply> {
  const program = await readPage(PROGRAM);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(program)}`,
    `style-src ${hashOf(STYLE)}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>403</title>
    <style>${STYLE}</style>
  </head>
  <body><main role="alert"></main><script>${program}</script></body>
</html>
`;
  return reply
    .code(403)
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('x-dns-prefetch-control', 'off')
    .header('permissions-policy', PERMISSIONS_POLICY)
    .type('text/html; charset=utf-8')
    .send(withConfig(html, refusal));
}

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
