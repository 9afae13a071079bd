import { lookup } from 'node:dns/promises';
import { isIP, type BlockList } from 'node:net';
import { isListed, toBlockList } from '@oriel/engine/address-list';
import { OutboundError } from './outbound-error.ts';

/** Networks that are no part of the public internet. @see RFC 6890, and the registries that it founds */
export const privateNetworks: readonly string[] =
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  ::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16
  fc00::/7 fe80::/10 fec0::/10 ff00::/8`.split(/\s+/);
const PRIVATE_NETWORKS = toBlockList(privateNetworks);

const LOOKUP_MS = 10_000;

/** Finds the addresses of a host name; tests give one of their own. */
export type FindAddresses = (host: string) => Promise<readonly string[]>;

const findByDns: FindAddresses = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** What may be reached. */
interface AddressRules {
  /** Private networks that may be reached all the same. */
  readonly allowed: BlockList;
  /** The setting with these networks, which the refusal names. */
  readonly setting: string;
  /** Default: by the name server. */
  readonly findAddresses?: FindAddresses | undefined;
}

/**
 * The address at which a host is reached. It is looked up once, and every connection must go to this one, so that
 * another answer of the name server later leads nowhere else. One private address among several refuses the host.
 *
 * @param host a name or an address, IPv6 without brackets
 * @throws {@link OutboundError} where the host has no address, or one in a private network
 */
export async function findPublicAddress(
  host: string,
  { allowed, setting, findAddresses = findByDns }: AddressRules,
): Promise<string> {
  const addresses = isIP(host) === 0 ? await inTime(host, findAddresses(host)) : [host];
  if (addresses.some((address) => isListed(PRIVATE_NETWORKS, address) && !isListed(allowed, address)))
    throw new OutboundError(
      'address_refused',
      `${host} is in a private network; the setting ${setting} of the server allows some`,
    );
  const [address] = addresses;
  if (address === undefined) throw new OutboundError('not_found', `${host} has no address`);
  return address;
}

async function inTime<T>(host: string, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The name server does not answer')), LOOKUP_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (cause) {
    throw new OutboundError('not_found', `${host} is not found by its name`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
