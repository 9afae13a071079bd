import { createClient } from '@oriel/client';
import { isJsonObject } from '@oriel/contract/json-object';
import type { GenerateSession } from '@oriel/contract';
import type { LocalContext } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { explainError } from '../explain-error.ts';
import { numberOf } from '../flags.ts';
import { credentialOptions } from '../run-server-command.ts';
import { findServerAddress } from '../server-address.ts';
import type { EmbedAddress } from './embed-address.ts';

/**
 * Has the server of an address generate sessions for the viewer of `--viewer`, one a call.
 *
 * @throws {@link UsageError} where the flags do not say who it is, or no key of the server is known
 */
export async function viewerSessions(
  { origin, surface, deploymentId }: EmbedAddress,
  { flags, variables }: Pick<LocalContext, 'flags' | 'variables'>,
): Promise<() => Promise<string>> {
  const body = {
    externalId: 'embed-check',
    ...(surface === 'app' && { creatorMode: true, deploymentId }),
    ...(flags.deployment !== undefined && { deploymentId: numberOf('deployment', flags.deployment, 1) }),
    ...readViewer(flags.viewer ?? '{}'),
  };
  if (!('deploymentId' in body))
    throw new UsageError('--deployment is missing: the id of the deployment that the viewer looks at');
  const server = await findServerAddress({ ...flags, url: origin }, variables);
  const client = createClient({
    baseUrl: server.url,
    ...(await credentialOptions(server.credential, variables)),
  });
  return async () => {
    try {
      // The server checks every field, and names the one that it cannot take.
      const { sessionId } = await client.call('generateSession', {
        body: body as unknown as GenerateSession,
      });
      return sessionId;
    } catch (error) {
      throw explainError(error, server) ?? error;
    }
  };
}

function readViewer(text: string): object {
  try {
    const viewer: unknown = JSON.parse(text);
    if (isJsonObject(viewer)) return viewer;
  } catch {
    // Said below, with an example.
  }
  throw new UsageError(
    `--viewer takes fields of a session as a JSON object, such as {"externalId":"ada","embedTenantName":"skyline-travel"}, not ${text}`,
  );
}
