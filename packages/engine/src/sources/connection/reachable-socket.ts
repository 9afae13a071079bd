import { lookup, type LookupAddress } from 'node:dns';
import { isIP, Socket, type LookupFunction } from 'node:net';
import { isListed, toBlockList } from './address-list.ts';

/** Where connections of data sources may lead. Entries are addresses and networks such as `10.0.0.0/8`. */
export interface ReachableNetworks {
  /** Networks that are kept out. */
  readonly refused: readonly string[];
  /** What of them is reached all the same. */
  readonly allowed: readonly string[];
}

/** The code of the error of a connection that may not be made. */
export const ADDRESS_REFUSED = 'ERR_ADDRESS_REFUSED';

/**
 * Makes the socket of a connection that leads into no refused network. Each address is looked at as it is connected to,
 * so that a name server which answers otherwise the next time leads nowhere else; one refused address among several
 * refuses the name.
 */
export function createReachableSocket(networks: ReachableNetworks): Socket {
  const isReachable = createCheck(networks);
  const find: LookupFunction = (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const refused = addresses.find(({ address }) => !isReachable(address));
      if (refused) return done(refusal(), []);
      answer(addresses, options.all === true, done);
    });
  };
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  // The client of the database calls it with the port and the host alone.
  socket.connect = ((port: number, host: string) => {
    if (isIP(host) === 0 || isReachable(host)) return connect({ port, host, lookup: find });
    queueMicrotask(() => socket.destroy(refusal()));
    return socket;
  }) as Socket['connect'];
  return socket;
}

function answer(
  addresses: readonly LookupAddress[],
  isAll: boolean,
  done: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses;
  if (isAll || !first) done(null, [...addresses]);
  else done(null, first.address, first.family);
}

function refusal(): NodeJS.ErrnoException {
  return Object.assign(new Error('The address is in a network that data sources do not reach'), {
    code: ADDRESS_REFUSED,
  });
}

function createCheck({ refused, allowed }: ReachableNetworks): (address: string) => boolean {
  const [out, within] = [toBlockList(refused), toBlockList(allowed)];
  return (address) => !isListed(out, address) || isListed(within, address);
}
