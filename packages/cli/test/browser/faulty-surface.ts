import { createServer } from 'node:http';
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
] as const;
export type Fault = (typeof faults)[number];

/** A chat of a page's length that keeps the protocol, but for the faults that its address names. */
const PAGE = `<!doctype html><html lang="en-US"><title>Surface</title><script>
const has = (fault) => new URLSearchParams(location.search).get('faults').split(',').includes(fault);
const host = location.ancestorOrigins[0];
const post = (type, payload) => {
  const message = { source: 'svc-embed', direction: 'event', type: 'svc:event:' + type, payload, timestamp: Date.now(), surface: 'chat' };
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
  'set-session'({ sessionId }) {
    if (!text(sessionId) || /^0+$/.test(sessionId)) throw new Error('session');
    if (has('ready-again')) ready();
  },
};
const error = (message) => post('error', { message, name: 'EmbedActionError', context: 'action', fatal: false });
addEventListener('message', ({ source, origin, data }) => {
  if (!has('hears-anybody') && (source !== parent || origin !== host)) return;
  if (data?.source !== 'svc-embed' || data.direction !== 'action') return has('answers-strangers') && error('stranger');
  const { id } = data;
  const answer = (payload) => id !== undefined && post('action-result', { id, ...payload });
  try {
    if (tooBig(data)) throw new Error('too big');
    const name = data.type.slice('svc:action:'.length);
    if (!Object.hasOwn(actions, name)) throw new Error('unknown action');
    actions[name](data.payload);
    answer({ ok: true });
  } catch ({ message }) {
    if (message === 'unknown action' && has('silent-refusal')) return;
    error(message);
    answer({ ok: false, message });
  }
});
if (has('view-before-ready')) post('view', { surface: 'chat', path: location.pathname });
ready();
if (!has('view-before-ready')) post('view', { surface: 'chat', path: location.pathname });
if (has('unreadable-event')) post('error', { message: 42 });
const HOUR = 3600000;
if (!has('no-warning')) setTimeout(() => post('session-expiring', { expiresInSeconds: 299 }), 23 * HOUR - 300000);
setTimeout(() => post('session-expired', {}), 23 * HOUR);
</script></html>`;

/** Serves the surface on this machine. */
export async function startFaultySurface(): Promise<{
  /** The address of the surface with some faults. */
  url(...wanted: readonly Fault[]): string;
  close(): Promise<void>;
}> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: (...wanted) => `http://127.0.0.1:${port}/embed/chat?faults=${wanted.join(',')}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
