import type { OAuthInteraction, OAuthScope } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { ClientRegistration } from '../clients/built-in-client.ts';
import { deploymentsOf, indicatorsOf } from '../resource-indicators.ts';
import { apiScopesOf, scopesOf } from '../scopes.ts';

/** What a client asks for. */
export interface AskedAccess {
  readonly scopes: OAuthScope[];
  /** Null: every one of the user. */
  readonly deploymentIds: number[] | null;
  /** The resource indicators of the request. */
  readonly indicators: string[];
}

/** The parameters of a request, as they are stored. */
export type RequestParams = Readonly<Record<string, unknown>>;

/** Reads what a request asks for, within what its client may ask for. */
export function askedAccessOf(
  issuer: string,
  { scope, resource }: RequestParams,
  client: Pick<ClientRegistration, 'scopes'>,
): AskedAccess {
  const scopes = scopesOf(scope).filter((each) => client.scopes.includes(each));
  const indicators = apiScopesOf(scopes).length === 0 ? [] : indicatorsOf(resource);
  return { scopes, indicators, deploymentIds: deploymentsOf(issuer, indicators) };
}

/** The names of deployments of an account; null for all. */
export async function nameDeployments(
  db: Db,
  tenantId: number,
  ids: readonly number[] | null,
): Promise<OAuthInteraction['deployments']> {
  if (ids === null) return null;
  if (ids.length === 0) return [];
  return db
    .selectFrom('deployments')
    .select(['id', 'name'])
    .where('tenantId', '=', tenantId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
}
