import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The host page: a frame, and a record of what it says. What it shows stands behind the `#`, which no server hears. */
const HOST = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host page of oriel embed-check</title>
<style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block }</style>
<iframe title="Embed" referrerpolicy="origin"></iframe>
<script>
  const frame = document.querySelector('iframe');
  const { embed, early } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  window.heard = [];
  addEventListener('message', ({ source, origin, data }) => {
    if (source === frame.contentWindow) window.heard.push({ origin, data });
  });
  frame.addEventListener('load', () => {
    for (const action of early) frame.contentWindow.postMessage(action, new URL(embed).origin);
  }, { once: true });
  frame.src = embed;
</script></html>`;

const BLANK = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Another page</title></html>';

/** Pages of the kit's own. */
export interface HostPages {
  readonly origin: string;
  /** Another origin with the same pages. */
  readonly otherOrigin: string;
  /** One that no account has a reason to allow. */
  readonly strangerOrigin: string;
  /** What is at a path. */
  read(pathname: string): string;
  close(): Promise<void>;
}

/** What the host page shows. */
interface HostContent {
  /** The address of the surface. */
  embed: string;
  /** What is posted as soon as the frame has loaded. */
  early: readonly object[];
}

/** The path of a host page around a surface. */
export function hostPath(content: HostContent): string {
  return `/host#${encodeURIComponent(JSON.stringify(content))}`;
}

/** A host page of no origin: an address of data has none. */
export function opaqueHostUrl(content: HostContent): string {
  const page = HOST.replace('decodeURIComponent(location.hash.slice(1))', () =>
    JSON.stringify(JSON.stringify(content)).replaceAll('<', String.raw`\u003c`),
  );
  return `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
}

/** Serves the pages on this machine alone. */
export async function startHostPages(): Promise<HostPages> {
  const read = (pathname: string) => (pathname === '/host' ? HOST : BLANK);
  const answer = (url: string, response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(read(url));
  const server = createServer(({ url = '' }, response) => void answer(url, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    // Browsers ask nobody where names below `localhost` are: they are this machine.
    strangerOrigin: `http://embed-check.localhost:${port}`,
    read,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
