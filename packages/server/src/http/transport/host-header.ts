import type { FastifyRequest } from 'fastify';

/** A name or an address, and perhaps a port. */
const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * What is wrong with the host that a request names; undefined where nothing is. The host decides the account and stands
 * in addresses that are answered, so it has to be one, and a proxy has to have read the same one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function findHostFault({ raw, headers, host }: FastifyRequest): string | undefined {
  const times = raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  ).length;
  if (times > 1) return 'the header Host is there more than once';
  // A request may have a host without the header, by its target.
  if (times === 0 && raw.httpVersion === '1.1') return 'the header Host is missing';
  return headers.host === undefined || HOST.test(host) ? undefined : 'the address names no host';
}
