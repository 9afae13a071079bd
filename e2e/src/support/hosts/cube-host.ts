import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message of the embed, as such a page keeps it. */
export interface CubeMessage {
  source: string;
  direction: string;
  type: string;
  surface?: string;
  payload: Record<string, unknown>;
}

/** A product that embeds Cube: its page and its back end, of which only the address was changed. */
export interface CubeHost {
  readonly origin: string;
  /** The page around a dashboard. */
  page(publicId: string): string;
  /** The page around the application, where viewers make things of their own. */
  app(): string;
  /** The page around the chat. */
  chat(): string;
  close(): Promise<void>;
}

/** What the product has set: where the service is, and its key. */
export interface CubeHostSettings {
  baseUrl: string;
  apiKey: string;
}

/** The page knows Cube's names and nothing of ours. */
const PAGE = (baseUrl: string) => `<!doctype html><title>A product</title>
<style>iframe { width: 100%; height: 90vh; border: 0 }</style>
<iframe id="cube" title="Dashboard"></iframe>
<script>
  const CUBE_URL = ${JSON.stringify(baseUrl)};
  const frame = document.getElementById('cube');
  const search = new URLSearchParams(location.search);
  const surface = search.get('surface');
  const addresses = {
    dashboard: '/embed/dashboard/' + search.get('dashboard') + '?session=',
    app: '/embed/d/1/app?session=',
    chat: '/embed/chat?sessionId=',
  };
  const newSession = async () =>
    (await (await fetch('/session?surface=' + surface, { method: 'POST' })).json()).sessionId;
  window.log = [];
  window.send = (name, payload) =>
    frame.contentWindow.postMessage(
      { source: 'cube-embed', direction: 'action', type: 'cube:action:' + name, payload, timestamp: Date.now() },
      CUBE_URL,
    );
  let isRenewing = false;
  addEventListener('message', async ({ origin, data }) => {
    if (origin !== CUBE_URL || data?.source !== 'cube-embed' || data.direction !== 'event') return;
    window.log.push(data);
    if (!/^cube:event:session-(expiring|expired)$/.test(data.type) || isRenewing) return;
    isRenewing = true;
    window.send('set-session', { sessionId: await newSession() });
    isRenewing = false;
  });
  newSession().then((sessionId) => {
    window.sessionId = sessionId;
    frame.src = CUBE_URL + addresses[surface] + sessionId;
  });
</script>`;

/** Starts the product. */
export async function startCubeHost({ baseUrl, apiKey }: CubeHostSettings): Promise<CubeHost> {
  const generate = async (response: ServerResponse, isApp: boolean) => {
    const userAttributes = [{ name: 'states', value: ['CA', 'WA'] }];
    const answer = await fetch(`${baseUrl}/api/v1/embed/generate-session`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        deploymentId: 1,
        externalId: 'ada@example.com',
        embedTenantName: 'skyline-travel',
        ...(isApp ? { creatorMode: true } : { userAttributes }),
      }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  };
  const server = createServer((request, response) => {
    if (request.method === 'POST')
      return void generate(response, request.url?.endsWith('surface=app') === true);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE(baseUrl));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    page: (publicId) => `${origin}/?surface=dashboard&dashboard=${publicId}`,
    app: () => `${origin}/?surface=app`,
    chat: () => `${origin}/?surface=chat`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
