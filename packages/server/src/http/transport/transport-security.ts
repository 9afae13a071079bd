import { refuse } from '@oriel/contract';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { isListed, toBlockList } from '@oriel/engine/address-list';

/** Paths that a health check without certificates may ask. */
const OPEN_PATHS = new Set(['/healthz', '/readyz']);

/**
 * Makes the check that only HTTPS comes in: the connection is encrypted here, or a trusted proxy says that it was
 * encrypted there. Plain HTTP is taken on the loopback interface alone, which browsers treat as secure.
 *
 * @param trustedProxies addresses or networks in CIDR form that `X-Forwarded-Proto` is believed from
 */
export function createTransportCheck(trustedProxies: readonly string[]): (request: FastifyRequest) => void {
  const trusted = toBlockList(trustedProxies);
  return (request) => {
    if (OPEN_PATHS.has(request.routeOptions.url ?? '')) return;
    if (!isSecure(request.raw.socket, forwardedProtocol(request), trusted)) throw refuse('https_required');
  };
}

/** Whether the caller reached us by HTTPS, here or at the trusted proxy. */
export function isEncrypted(request: FastifyRequest): boolean {
  return request.raw.socket instanceof TLSSocket || request.protocol === 'https';
}

/** Makes the same for requests that have not reached the application, which knows its proxies. */
export function createEncryptionCheck(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => boolean {
  const trusted = toBlockList(trustedProxies);
  return ({ socket, headers }) => {
    const { remoteAddress } = socket;
    const isOfProxy = remoteAddress !== undefined && isListed(trusted, remoteAddress);
    return socket instanceof TLSSocket || (isOfProxy && forwardedProtocol({ headers }) === 'https');
  };
}

function isSecure(socket: Socket, forwarded: string | undefined, trusted: BlockList): boolean {
  if (socket instanceof TLSSocket) return true;
  const remote = socket.remoteAddress;
  if (forwarded !== undefined && remote !== undefined && isListed(trusted, remote))
    return forwarded === 'https';
  // A request that a test injects has no local address, for it never was on a wire.
  return isLoopback(remote) && (socket.localAddress === undefined || isLoopback(socket.localAddress));
}

/** The last entry is the one that the proxy next to us added. */
function forwardedProtocol({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const header = headers['x-forwarded-proto'];
  const text = Array.isArray(header) ? header.at(-1) : header;
  return text?.split(',').at(-1)?.trim().toLowerCase();
}

/** Whether an address is of the machine itself. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(address));
}
