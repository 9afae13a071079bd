import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { generateSession, HostError } from './sessions.mjs';

/**
 * @typedef {object} HostTenant A customer of the product, who sees only its own rows.
 * @property {string} id Known to the page and to this server only.
 * @property {string} name
 * @property {string} [note] What sets its rows apart, shown beside the name.
 * @property {Record<string, unknown>} session Body of the session request, without the deployment: `externalId`,
 *   `embedTenantName`, `userAttributes`, `groups`, …
 * @property {Record<string, unknown>} [creator] More of that body for the application: `userAttributeDefinitions`,
 * `tenantGroups`, …
 *
 * @typedef {object} HostDashboard
 * @property {string} publicId
 * @property {string} title
 * @property {string} [note] A line below the title.
 * @property {number} [heightPx] Height of the iframe. Default 720.
 * @property {{member: string, label: string, values: (string | number)[]}[]} [filters] What the page offers for
 *   the action `set-filter`.
 *
 * @typedef {object} HostOptions
 * @property {number} port 0 takes a free one.
 * @property {string} [host] Address to listen on. Default `127.0.0.1`.
 * @property {string} orielUrl Where browsers and this server reach Oriel, without a slash at the end.
 * @property {string} apiKey Of an admin. It never leaves this process.
 * @property {number} deploymentId
 * @property {HostDashboard[]} dashboards
 * @property {HostTenant[]} tenants
 * @property {'svc' | 'cube'} [brand] The brand of the message protocol that Oriel runs with. Default `svc`.
 */

const files = {
  '/': { name: 'index.html', type: 'text/html' },
  '/page.js': { name: 'page.js', type: 'text/javascript' },
  '/notices.js': { name: 'notices.js', type: 'text/javascript' },
  '/phrases.js': { name: 'phrases.js', type: 'text/javascript' },
  '/event-list.js': { name: 'event-list.js', type: 'text/javascript' },
  '/style.css': { name: 'style.css', type: 'text/css' },
  '/icon.svg': { name: 'icon.svg', type: 'image/svg+xml' },
};

/**
 * Serves the example's page and its back end. The page must have another origin than Oriel; another port is one.
 *
 * @param {HostOptions} options
 * @returns {Promise<{url: string, close: () => Promise<void>}>} `url` without a slash at the end.
 */
export async function startHost(options) {
  const { port, host = '127.0.0.1' } = options;
  const server = createServer((request, response) => {
    answer(request, options).then(
      ({ status = 200, type, body }) => send(response, status, type, body, options),
      (error) => sendError(response, error, options),
    );
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(undefined));
  });
  const address = server.address();
  const shownHost = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return {
    url: `http://${shownHost}:${address.port}`,
    close: () => closeServer(server),
  };
}

async function answer(request, options) {
  const [pathname] = request.url.split('?');
  if (pathname === '/api/settings' && request.method === 'GET') return json(settings(options));
  if (pathname === '/api/sessions' && request.method === 'POST')
    return json(await openSession(request, options));
  const file = Object.hasOwn(files, pathname) && request.method === 'GET' ? files[pathname] : undefined;
  if (file === undefined) throw new HostError(404, `There is nothing at ${pathname}`);
  return { type: file.type, body: await readFile(new URL(`public/${file.name}`, import.meta.url)) };
}

/** What the page may know: no key, and nothing of what a tenant's session says. */
function settings({ orielUrl, brand = 'svc', deploymentId, dashboards, tenants }) {
  const shownTenants = tenants.map(({ id, name, note }) => ({ id, name, note }));
  return { orielUrl, brand, deploymentId, dashboards, tenants: shownTenants };
}

/**
 * One session for one iframe: a session works once. In a real product the tenant and the viewer come from the
 * visitor's own sign-in, never from the request; only this example lets its visitor choose.
 */
async function openSession(request, options) {
  // Browsers say where a request comes from: another site's page must not mint sessions here.
  if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') {
    throw new HostError(403, 'Sessions are for this site only');
  }
  const { tenantId, surface } = await readJson(request);
  const tenant = options.tenants.find(({ id }) => id === tenantId);
  if (tenant === undefined) throw new HostError(400, `There is no tenant ${JSON.stringify(tenantId)}`);
  return { sessionId: await generateSession(tenant, surface, options) };
}

async function readJson(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > 10_000) throw new HostError(413, 'The request is too long');
  }
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    throw new HostError(400, 'The request is not JSON', { cause: error });
  }
}

const json = (value) => ({ type: 'application/json', body: JSON.stringify(value) });

function sendError(response, error, options) {
  const isExpected = error instanceof HostError;
  if (!isExpected) console.error(error);
  const { body, type } = json({
    message: isExpected ? error.message : 'The server made a mistake; see its log',
  });
  send(response, isExpected ? error.status : 500, type, body, options);
}

function send(response, status, type, body, { orielUrl }) {
  const oriel = new URL(orielUrl).origin;
  response
    .writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // Oriel gets two rights on this page and no more: its SDK runs, its surfaces are framed.
      'content-security-policy':
        `default-src 'none'; script-src 'self' ${oriel}; style-src 'self'; img-src 'self'; ` +
        `connect-src 'self'; frame-src ${oriel}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    })
    .end(body);
}

function closeServer(server) {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve(undefined)));
}
