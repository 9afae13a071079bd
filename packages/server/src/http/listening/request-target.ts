import type { IncomingMessage } from 'node:http';

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

/**
 * The path and query of a request with a whole address as its target, as a client sends it to a proxy. The host of the
 * target wins over the header Host, which is replaced; the proxy that has forwarded the request has decided by the
 * target as well.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 */
export function toOriginForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/' } = request;
  if (url.startsWith('/')) return url;
  const [origin, authority] = ABSOLUTE.exec(url) ?? [];
  if (origin === undefined) return url;
  request.headers.host = authority;
  const rest = url.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
