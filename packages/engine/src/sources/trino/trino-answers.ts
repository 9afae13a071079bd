import { unavailable } from '../connection/circuit-breaker.ts';
import { CREDENTIAL_REFUSED, reasonOf } from '../connection/connect-failure.ts';
import { BUSY, type HttpAnswer } from '../connection/http-sender.ts';
import { parsePage, type TrinoPage } from './trino-page.ts';

/** Of its own refusals of who signs in; other servers that ask for a password are no Trino. */
const REALM = /realm="Trino"/i;
const ACCESS_DENIED = /^Access Denied: (.*)/;
const UNKNOWN_STATEMENT = 'it does not know the statement any more, as after it was started again';
const TOO_BUSY = 'it has too much to do';
const OTHER_HOST =
  'its answers lead to another host; behind a proxy Trino needs http-server.process-forwarded=true';

/**
 * What an answer of the statement protocol holds.
 *
 * @throws `source.unavailable` for another answer, in words that do not tell what else is there
 */
export function pageOf(answer: HttpAnswer): TrinoPage {
  const page = answer.status === 200 ? parsePage(answer.text) : undefined;
  if (!page)
    throw unavailable(whyNoPage(answer), new Error(`HTTP ${answer.status}: ${answer.text.slice(0, 200)}`));
  return page;
}

function whyNoPage({ status, headers, text }: HttpAnswer): string {
  if (status === 401 && REALM.test(headers['www-authenticate'] ?? '')) return CREDENTIAL_REFUSED;
  const denied = status === 403 ? ACCESS_DENIED.exec(text)?.[1] : undefined;
  if (denied !== undefined) return `it refuses the user: ${denied}`;
  if (status === 410 || (status === 404 && text.includes('Query not found'))) return UNKNOWN_STATEMENT;
  return BUSY.has(status) ? TOO_BUSY : reasonOf(undefined, 'Trino');
}

/**
 * The path of the next page, on the same host: no answer leads a credential elsewhere, or into networks that data
 * sources do not reach. Protocol and port stay those of the source, whatever a proxy makes of them.
 *
 * @throws `source.unavailable`
 */
export function nextPathOf({ nextUri }: TrinoPage, host: string): string | undefined {
  if (nextUri === undefined) return undefined;
  const url = URL.parse(nextUri);
  const isOwn = url?.hostname.replace(/^\[(.*)\]$/, '$1') === host.toLowerCase();
  if (!url || !isOwn || !url.pathname.startsWith('/v1/statement/')) throw unavailable(OTHER_HOST, undefined);
  return `${url.pathname}${url.search}`;
}
