import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page on an origin of its own, with one iframe and a record of every message that it hears. */
export interface HostPage {
  readonly origin: string;
  /** The address of the page around an embed. */
  around(embedUrl: string): string;
  close(): Promise<void>;
}

/** A message as it came in, with the origin that the browser vouches for. */
export interface HeardMessage {
  origin: string;
  source?: string;
  direction?: string;
  type?: string;
  surface?: string;
  timestamp?: number;
  payload?: Record<string, unknown>;
}

const HTML = `<!doctype html><title>Host</title>
<style>body { margin: 0 } iframe { display: block; width: 100%; height: 100vh; border: 0 }</style>
<iframe title="Dashboard"></iframe>
<script>
  window.heard = [];
  addEventListener('message', ({ origin, data }) => window.heard.push({ ...data, origin }));
  document.querySelector('iframe').src = new URLSearchParams(location.search).get('embed');
</script>`;

const BLANK = '<!doctype html><title>Another page</title>';

export async function startHostPage(): Promise<HostPage> {
  const server = createServer(({ url = '' }, response) => {
    const isHost = url.startsWith('/?embed=');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(isHost ? HTML : BLANK);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    around: (embedUrl) => `${origin}/?embed=${encodeURIComponent(embedUrl)}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
