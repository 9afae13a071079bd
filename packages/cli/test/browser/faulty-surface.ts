import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a surface can do wrong, one thing each. */
export const faults = [
  'view-before-ready',
  'wrong-mode',
  'silent-refusal',
  'hears-anybody',
  'answers-strangers',
  'ready-again',
  'no-warning',
  'posts-to-anybody',
  'merges-prototypes',
  'keeps-language',
  'unreadable-event',
  'tells-anybody',
  'says-that-it-is-well',
] as const;
/** What one can do wrong before its viewer has signed in. */
export const privateFaults = [
  'eager',
  'one-challenge',
  'frames-the-sign-in',
  'names-another-origin',
  'framed-by-anybody',
  'refuses-in-silence',
] as const;

export type Fault = (typeof faults)[number] | (typeof privateFaults)[number];

/** A chat of a page's length that keeps the protocol, but for the faults that its address names. */
const PAGE = `<!doctype html><html lang="en-US"><title>Surface</title><script>
const has = (fault) => new URLSearchParams(location.search).get('faults').split(',').includes(fault);
const host = location.ancestorOrigins[0];
const brand = new URLSearchParams(location.search).get('brand') ?? 'svc';
const post = (type, payload) => {
  const message = { source: brand + '-embed', direction: 'event', type: brand + ':event:' + type, payload, timestamp: Date.now(), surface: 'chat' };
  if (has('posts-to-anybody')) parent.postMessage(message, '*');
  else if (host !== 'null') parent.postMessage(message, host);
};
const ready = () => post('ready', { embedTenant: 'acme', deploymentId: 1, mode: has('wrong-mode') ? 'private' : 'signed', surface: 'chat' });
const merge = (into, from) => {
  for (const name of Object.keys(from))
    if (typeof from[name] === 'object' && from[name] && into[name]) merge(into[name], from[name]);
    else into[name] = from[name];
};
const tooBig = (message) => {
  let values = 0;
  const depth = (value) => {
    values += 1;
    return typeof value === 'object' && value ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
  };
  try { return JSON.stringify(message).length > 65536 || depth(message) > 16 || values > 4096; } catch { return true; }
};
const text = (value) => typeof value === 'string' && value !== '';
const actions = {
  'set-color-scheme': ({ scheme }) => {
    if (!['light', 'dark', 'auto'].includes(scheme)) throw new Error('scheme');
    document.documentElement.style.background = scheme === 'dark' ? 'black' : 'white';
  },
  'set-theme': (theme) => {
    if (theme.primaryColor === 'no colour') error('primaryColor');
    if (has('merges-prototypes')) merge({}, theme);
  },
  'set-locale': ({ locale }) => {
    if (!text(locale) || locale === 'tlh') throw new Error('locale');
    if (!has('keeps-language')) document.documentElement.lang = locale.startsWith('de') ? 'de-DE' : 'en-US';
  },
  'set-timezone': ({ timezone }) => { if (!timezone.includes('/')) throw new Error('timezone'); },
  refresh() {},
  navigate({ path }) {
    if (path !== location.pathname) throw new Error('path');
    post('navigate', { path, previousPath: path });
    post('view', { surface: 'chat', path });
  },
  'set-session'({ sessionId }) {
    if (!text(sessionId) || /^0+$/.test(sessionId)) throw new Error('session');
    if (has('ready-again')) ready();
  },
};
const error = (message) => post('error', { message, name: 'EmbedActionError', context: 'action', fatal: false });
addEventListener('message', ({ source, origin, data }) => {
  if (!has('hears-anybody') && (source !== parent || origin !== host)) return;
  if (data?.source !== brand + '-embed' || data.direction !== 'action') return has('answers-strangers') && error('stranger');
  const { id } = data;
  const answer = (payload) => id !== undefined && post('action-result', { id, ...payload });
  try {
    if (tooBig(data)) throw new Error('too big');
    const name = data.type.slice((brand + ':action:').length);
    if (!Object.hasOwn(actions, name)) throw new Error('unknown action');
    actions[name](data.payload);
    answer({ ok: true });
  } catch ({ message }) {
    if (data.type.endsWith(':get-state') && has('silent-refusal')) return;
    error(message);
    answer({ ok: false, message });
  }
});
if (new URLSearchParams(location.search).has('down'))
  post('error', { message: 'The session is used up.', name: 'SessionError', fatal: true });
if (has('view-before-ready')) post('view', { surface: 'chat', path: location.pathname });
if (!new URLSearchParams(location.search).has('down')) ready();
if (!has('view-before-ready')) post('view', { surface: 'chat', path: location.pathname });
if (has('unreadable-event')) post('error', { message: 42 });
const HOUR = 3600000;
if (!has('no-warning')) setTimeout(() => post('session-expiring', { expiresInSeconds: 299 }), 23 * HOUR - 300000);
setTimeout(() => post('session-expired', {}), 23 * HOUR);
</script></html>`;

/** The same without a session: a button, and no sign-in behind it. */
const PRIVATE_PAGE = `<!doctype html><html lang="en-US"><title>Surface</title><button>Sign in</button><script>
const has = (fault) => new URLSearchParams(location.search).get('faults').split(',').includes(fault);
const button = document.querySelector('button');
if (has('eager')) parent.postMessage({ source: 'svc-embed', direction: 'event', type: 'svc:event:view', payload: { surface: 'chat', path: location.pathname }, timestamp: Date.now(), surface: 'chat' }, location.ancestorOrigins[0]);
button.onclick = () => {
  const random = Array.from({ length: 43 }, () => 'abcdefgh'[Math.floor(Math.random() * 8)]).join('');
  open('/embed/sign-in?challenge=' + (has('one-challenge') ? 'A'.repeat(43) : random), '_blank', 'popup');
};
</script></html>`;

/** What a page of an origin that is not allowed is shown. */
const REFUSAL = (
  origin: string,
) => `<!doctype html><html lang="en-US"><title>403</title><main>${origin} may not embed it.</main><script>
const has = (fault) => new URLSearchParams(location.search).get('faults').split(',').includes(fault);
const refused = '${origin}';
const brand = new URLSearchParams(location.search).get('brand') ?? 'svc';
if (location.ancestorOrigins[0] !== refused && !has('tells-anybody')) location.replace('about:blank');
const origin = has('names-another-origin') ? 'https://app.example.com' : refused;
const message = { source: brand + '-embed', direction: 'event', type: brand + ':event:origin-refused', payload: { origin }, timestamp: Date.now(), surface: 'chat' };
parent.postMessage(message, has('tells-anybody') ? '*' : refused);
</script></html>`;

/** The one origin that may frame a surface without a session, and one with it where the address says so. */
const ALLOWED = 'https://app.example.com';

function answer(
  { url = '', headers }: IncomingMessage,
  response: ServerResponse,
  isSignInFramed: boolean,
): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const has = (fault: Fault) => searchParams.get('faults')?.split(',').includes(fault) ?? false;
  const send = (status: number, framers: string | undefined, page: string) =>
    response
      .writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        ...(framers && { 'content-security-policy': `frame-ancestors ${framers}` }),
      })
      .end(page);
  if (pathname === '/embed/sign-in')
    return void send(200, isSignInFramed ? '*' : "'none'", '<!doctype html><title>Sign in</title>');
  const isSigned = searchParams.has('sessionId');
  const isOpen = isSigned && !searchParams.has('strict');
  const origin = URL.parse(headers.referer ?? '')?.origin;
  const isRefused = headers['sec-fetch-dest'] === 'iframe' && origin !== undefined && origin !== ALLOWED;
  if (isRefused && !isOpen && !has('refuses-in-silence'))
    return void send(has('says-that-it-is-well') ? 200 : 403, '*', REFUSAL(origin));
  const framers = has('framed-by-anybody') ? '*' : ALLOWED;
  // A page without a policy is framed by those, too, that have no origin.
  send(200, isOpen ? undefined : framers, isSigned ? PAGE : PRIVATE_PAGE);
}

/** Serves the surface on this machine. */
export async function startFaultySurface(): Promise<{
  /** The address of the surface with some faults. */
  url(...wanted: readonly Fault[]): string;
  close(): Promise<void>;
}> {
  // The address of the sign-in names no faults: it has those of the surface that was asked for last.
  let isSignInFramed = false;
  const server = createServer((request, response) => answer(request, response, isSignInFramed));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url(...wanted) {
      isSignInFramed = wanted.includes('frames-the-sign-in');
      return `http://127.0.0.1:${port}/embed/chat?faults=${wanted.join(',')}`;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
