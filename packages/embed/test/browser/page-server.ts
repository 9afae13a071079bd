import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripTypeScriptTypes } from 'node:module';

const packageRoot = new URL('../..', import.meta.url);

/** A small server on a port of its own: an origin. */
export interface PageServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`; no slash at the end. */
  readonly origin: string;
}

/**
 * Serves the given pages by path, and below `/src/` the sources of this package as plain JavaScript. Pages may
 * ask for the script `/src/index.ts` as a browser would ask for the built SDK.
 */
export async function servePages(
  pages: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const page = pages[pathname];
    if (page !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(page);
      return;
    }
    readScript(pathname).then(
      (script) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(script),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The module of another package that the sources import by name. */
const CONTRACT_LOCALE = '/contract/src/values/locale.ts';

async function readScript(pathname: string): Promise<string> {
  if (pathname !== CONTRACT_LOCALE && !/^\/src\/([\w-]+\/)*[\w-]+\.ts$/.test(pathname))
    throw new Error(`There is no ${pathname}`);
  const file = pathname === CONTRACT_LOCALE ? `..${pathname}` : `.${pathname}`;
  const source = await readFile(new URL(file, packageRoot), 'utf8');
  return stripTypeScriptTypes(source).replaceAll(`'@oriel/contract/locale'`, `'${CONTRACT_LOCALE}'`);
}
