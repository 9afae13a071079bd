import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CommandError, exitCodes } from '../command-error.ts';

/** Where a browser comes back to. */
interface RedirectListener {
  readonly redirectUri: string;
  /**
   * The address that the browser came back with.
   *
   * @throws `CommandError` when it has not after ten minutes; the signal's reason when that is aborted
   */
  redirected(signal: AbortSignal): Promise<URL>;
  close(): void;
}

const WAIT_MS = 600_000;

/**
 * Listens on a free port of the loopback interface for one redirect of an authorization server. A request without the
 * state of this login is turned away and nothing ends: any page may send one.
 */
export async function listenForRedirect(state: string): Promise<RedirectListener> {
  const arrived = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', redirectUri);
    if (request.method !== 'GET' || url?.pathname !== '/callback' || url.searchParams.get('state') !== state)
      return answer(
        response,
        404,
        'There is nothing here',
        'This address ends a login that oriel has begun.',
      );
    const isDenied = url.searchParams.has('error');
    answer(
      response,
      200,
      isDenied ? 'Not logged in' : 'Logged in',
      isDenied
        ? 'The login was denied. You can close this page.'
        : 'Go on in the terminal. You can close this page.',
    );
    arrived.resolve(url);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return {
    redirectUri,
    async redirected(signal) {
      const timeout = AbortSignal.timeout(WAIT_MS);
      const ended = once(AbortSignal.any([signal, timeout]), 'abort').then(() => {
        signal.throwIfAborted();
        throw new CommandError('Nobody has logged in within ten minutes', exitCodes.failed, {
          code: 'expired_token',
        });
      });
      return Promise.race([arrived.promise, ended]);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A page without a script, and without the address that it came with. */
function answer(response: ServerResponse, status: number, title: string, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title} · Oriel</title>
<style>body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;text-align:center;margin:0 1rem}</style>
<main><h1>${title}</h1><p>${text}</p></main></html>
`);
}
