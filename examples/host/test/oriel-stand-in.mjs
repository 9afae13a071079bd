import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

/**
 * The little of Oriel that the host page needs, for tests of the page alone: sessions against an API key, the
 * SDK, and a surface of each kind that draws one button and answers every action with the event `view`.
 */
export async function startStandIn({ apiKey }) {
  const sdk = await bundleSdk();
  const state = { sessionBodies: [], isRefusing: false };
  const answers = {
    '/embed/sdk.js': () => ({ type: 'text/javascript', body: sdk }),
    '/api/v1/embed/generate-session': (request, body) => generateSession(state, request, body, apiKey),
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const answer = answers[pathname]?.(request, body) ?? surfacePage(pathname, searchParams, state);
    response
      .writeHead(answer.status ?? 200, { 'content-type': answer.type, 'access-control-allow-origin': '*' })
      .end(answer.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    state,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bundleSdk() {
  const input = fileURLToPath(import.meta.resolve('@oriel/embed'));
  const { output } = await build({ input, write: false });
  return output[0].code;
}

function generateSession(state, request, body, apiKey) {
  const refuse = (status, message) => ({
    status,
    type: 'application/json',
    body: JSON.stringify({ status, message }),
  });
  if (request.headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'The API key is not known');
  if (state.isRefusing) return refuse(403, 'Embedding is switched off');
  state.sessionBodies.push(JSON.parse(body));
  const sessionId = String(state.sessionBodies.length).padStart(32, '0');
  return { type: 'application/json', body: JSON.stringify({ sessionId }) };
}

/** The addresses of the surfaces; that of a dashboard names it. */
const surfaces = [
  ['dashboard', /^\/embed\/dashboard\/(\w+)$/],
  ['app', /^\/embed\/d\/1\/app$/],
  ['chat', /^\/embed\/chat$/],
];

function surfacePage(pathname, searchParams, state) {
  const [surface, address] = surfaces.find(([, pattern]) => pattern.test(pathname)) ?? [];
  if (surface === undefined) return { status: 404, type: 'text/plain', body: 'not found' };
  const [, publicId] = address.exec(pathname);
  const sessionId = searchParams.get(surface === 'chat' ? 'sessionId' : 'session');
  const session = state.sessionBodies[Number(sessionId) - 1];
  const facts = JSON.stringify({
    surface,
    publicId,
    tenant: session?.embedTenantName ?? null,
    mode: sessionId === null ? 'private' : 'signed',
    isFatal: publicId === 'broken',
    isRefused: publicId === 'refused',
  });
  return { type: 'text/html', body: html.replace('FACTS', facts) };
}

const html = `<!doctype html><meta name="color-scheme" content="light dark"><title>Surface</title>
<button>A mark</button><button>End of the session</button><button>A link</button><script type="module">
  import { createEmbedPort, findHostOrigin } from '/embed/sdk.js';
  const { surface, publicId, tenant, mode, isFatal, isRefused } = FACTS;
  const port = createEmbedPort({
    surface,
    hostOrigin: findHostOrigin(window).origin,
    window,
    parent: window.parent,
    onAction: ({ type, payload }) => port.emit('view', { path: location.pathname, title: type + ' ' + JSON.stringify(payload) }),
  });
  const [host] = location.ancestorOrigins;
  if (isRefused)
    parent.postMessage({ source: 'svc-embed', direction: 'event', type: 'svc:event:origin-refused', payload: { origin: host }, timestamp: Date.now(), surface }, host);
  else if (isFatal) port.emit('error', { message: 'The dashboard is gone', fatal: true });
  else {
    port.ready({ embedTenant: tenant, deploymentId: 1, mode, ...(publicId && { publicId }) });
    if (publicId) port.emit('dashboard-loaded', { publicId, widgetCount: 1, loadDurationMs: 12 });
  }
  const [mark, end, link] = document.querySelectorAll('button');
  const filterUrlParameter = 'f_network.origin=' + encodeURIComponent('{"value":["SFO"]}');
  link.onclick = () => port.emit('dashboard-link', { publicId: 'linked', title: 'Where it leads', target: 'blank', filterUrlParameter });
  end.onclick = () => port.emit('session-expired', {});
  mark.onclick = () => port.emit('drilldown', { member: 'flights.count', value: 7, widgetId: '1' });
</script>`;
