import { claimValue } from './claim-value.ts';
import { refuse, type AttributeByClaim } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { createScimUserStore } from '../../scim/users/scim-user-store.ts';
import { toAttributeValues } from '../../scim/users/user-values.ts';

/** Checks that there are the attributes that claims give their values. @throws `attributes_not_found` */
export async function checkAttributes(
  tx: Db,
  tenantId: number,
  attributes: readonly AttributeByClaim[],
): Promise<void> {
  if (attributes.length === 0) return;
  const known = new Set((await createScimUserStore(tx).listAttributes(tenantId)).map(({ name }) => name));
  const missing = attributes.map(({ attribute }) => attribute).filter((name) => !known.has(name));
  if (missing.length > 0) throw refuse('attributes_not_found', { names: missing.join(', ') });
}

/** The claims of a person, which give attributes their values. */
interface ClaimedAttributes {
  readonly tenantId: number;
  readonly userId: number;
  readonly attributes: readonly AttributeByClaim[];
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * Sets the attributes of a user by claims. A claim that is not there leaves the attribute as it is, and an attribute
 * that was deleted since gets nothing.
 *
 * @throws `attribute_type_mismatch`
 */
export async function setAttributesByClaim(
  tx: Db,
  { tenantId, userId, attributes, claims }: ClaimedAttributes,
): Promise<void> {
  const claimed = attributes.filter(({ claim }) => claimValue(claims, claim) !== undefined);
  if (claimed.length === 0) return;
  const store = createScimUserStore(tx);
  const known = await store.listAttributes(tenantId);
  const named = new Map(
    claimed
      .filter(({ attribute }) => known.some(({ name }) => name === attribute))
      .map(({ claim, attribute }): [string, unknown] => [attribute, claimValue(claims, claim)]),
  );
  await store.setValues(userId, toAttributeValues(named, known, { isWhole: false }));
}
