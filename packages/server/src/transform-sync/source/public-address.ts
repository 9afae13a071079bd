import { lookup } from 'node:dns/promises';
import { isIP, type BlockList } from 'node:net';
import { isListed, toBlockList } from '../../http/address-list.ts';
import { SyncFailure } from '../sync-log.ts';

/** Networks that are no part of the public internet. @see RFC 6890 */
const PRIVATE_NETWORKS = toBlockList(
  [
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
    '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ::/127 64:ff9b::/96',
    '64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8',
  ].flatMap((line) => line.split(' ')),
);

/**
 * The address at which a host is reached, looked up once.
 *
 * @param allowed private networks that may be reached all the same
 * @throws {@link SyncFailure} where the host has no address, or one in a private network
 */
export async function findPublicAddress(host: string, allowed: BlockList): Promise<string> {
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
  if (addresses.some((address) => isListed(PRIVATE_NETWORKS, address) && !isListed(allowed, address)))
    throw new SyncFailure(`The dbt repository is in a private network: ${host}`);
  const [address] = addresses;
  if (address === undefined) throw new SyncFailure(`${host} has no address`);
  return address;
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (cause) {
    throw new SyncFailure(`${host} is not found by its name`, { cause });
  }
}
