import type { Client } from '@oriel/client';
import { UsageError } from '../command-error.ts';
import { numberOf, type Flags } from '../flags.ts';

/**
 * The deployment that is meant: that of `--deployment`, else the only one that the key or the login reaches.
 *
 * @throws `UsageError` where there are several, or none
 */
export async function findDeployment(client: Client, { deployment }: Flags): Promise<number> {
  if (deployment !== undefined) return numberOf('deployment', deployment);
  const { items } = await client.call('getDeployments', { query: { first: 2 } });
  const [only, ...others] = items;
  if (only && others.length === 0) return only.id;
  throw new UsageError(
    only
      ? '--deployment is missing, and there are several: oriel deployments lists them'
      : 'No deployment is open to this key or login',
  );
}
