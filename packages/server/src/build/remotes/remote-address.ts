import type { BlockList } from 'node:net';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { findPublicAddress, type FindAddresses } from '../../outbound/public-address.ts';
import { RemoteError } from './remote-error.ts';

/**
 * The address at which a git host is reached; see `findPublicAddress`.
 *
 * @param allowed private networks that may be reached all the same
 * @throws {@link RemoteError} where the host has no address, or one in a private network
 */
export async function findRemoteAddress(
  host: string,
  allowed: BlockList,
  findAddresses?: FindAddresses,
): Promise<string> {
  try {
    return await findPublicAddress(host, { allowed, setting: 'ORIEL_GIT_PRIVATE_NETWORKS', findAddresses });
  } catch (error) {
    throw error instanceof OutboundError ? new RemoteError(error.message, { cause: error }) : error;
  }
}
