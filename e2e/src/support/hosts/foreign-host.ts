import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './self-signed.ts';

/** A host that nothing of a page may reach: it answers everything, to everybody, and keeps what it was asked. */
export interface ForeignHost {
  /** Host and port, as in an address. */
  readonly host: string;
  readonly origin: string;
  /** Method and path of each request so far. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** The smallest picture. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Starts it on HTTPS: pages of loopback addresses may load from there what they may load from elsewhere.
 *
 * @param files by path, what is answered as JSON
 */
export async function startForeignHost(files: Readonly<Record<string, unknown>> = {}): Promise<ForeignHost> {
  const requests: string[] = [];
  const server = createServer(makeCertificate(), ({ method, url = '' }, response) => {
    requests.push(`${method} ${url}`);
    const file = files[url];
    const type = file !== undefined || url.includes('json') ? 'application/json' : 'image/gif';
    response
      .writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' })
      .end(type === 'image/gif' ? PIXEL : JSON.stringify(file ?? [{ a: 1 }]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A test that has failed may not have closed it; the file ends all the same.
  server.unref();
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    host,
    origin: `https://${host}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
