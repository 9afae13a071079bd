import { refuseFields, type LanguageModelEndpointInput } from '@oriel/contract';
import { BlockList, isIP } from 'node:net';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { findPublicAddress } from '../../outbound/public-address.ts';
import { readModelAddress } from './model-address.ts';
import { PRIVATE_MODEL_NETWORKS, PRIVATE_SETTING, type ModelEndpoint } from './model-endpoint.ts';

/** An endpoint as an administrator gives it; of the key undefined is the stored one, and null none. */
export type GivenEndpoint = Omit<ModelEndpoint, 'apiKey'> & { readonly apiKey: string | null | undefined };

/**
 * Checks what can be known of an endpoint without asking it. Names are looked up when it is asked, each time anew.
 *
 * @throws `validation_failed`
 */
export async function readEndpoint(
  { provider, baseUrl, model, apiKey }: LanguageModelEndpointInput,
  { allowsPrivate }: { readonly allowsPrivate: boolean },
): Promise<GivenEndpoint> {
  const address = readModelAddress(baseUrl.trim());
  if (address === undefined)
    throw refuseAddress(
      'must be an address such as https://models.example.com/v1, without a user, a query or a fragment',
    );
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' && !allowsPrivate)
    throw refuseAddress(
      `must begin with https:, unless ${PRIVATE_SETTING} of the server allows private addresses`,
    );
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  if (isIP(host) !== 0 || host === 'localhost')
    await findPublicAddress(host === 'localhost' ? '127.0.0.1' : host, {
      allowed: allowsPrivate ? PRIVATE_MODEL_NETWORKS : new BlockList(),
      setting: PRIVATE_SETTING,
    }).catch((error: unknown) => {
      if (error instanceof OutboundError) throw refuseAddress(error.message, error);
      throw error;
    });
  return { provider, baseUrl: address, model: model.trim(), apiKey };
}

function refuseAddress(message: string, cause?: Error) {
  return refuseFields([{ path: 'endpoint.baseUrl', message }], cause);
}

/** Whether a key that was given for one place may be sent to the other. */
export function areOfOneOrigin(
  one: Pick<ModelEndpoint, 'provider' | 'baseUrl'>,
  other: Pick<ModelEndpoint, 'provider' | 'baseUrl'>,
): boolean {
  return one.provider === other.provider && new URL(one.baseUrl).origin === new URL(other.baseUrl).origin;
}
