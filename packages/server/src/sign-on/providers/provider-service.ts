import {
  limits,
  refuse,
  type IdentityProviderCreateInput,
  type IdentityProviderTest,
  type IdentityProviderUpdateInput,
  type ProviderClaims,
  type ProviderClaimsInput,
  type ProviderMethod,
} from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { changeAccount } from '../../identity/account-change.ts';
import { holdKey } from '../../secrets/key-lock.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { providerContext } from '../../secrets/provider-secrets.ts';
import { hideSecret } from '../../secrets/stored-secret.ts';
import { MANAGED_SLUG } from './managed-provider.ts';
import { checkAttributes } from './provider-attributes.ts';
import type { ChangedSettings } from './changed-settings.ts';
import { providerKinds, requireSettings } from './provider-kinds.ts';
import { createProviderStore, type ProviderRow, type ProviderStore } from './provider-store.ts';
import { createProviderTestStore } from './provider-test-store.ts';

/** What identity providers are managed with. */
interface ProviderServiceOptions {
  readonly db: Db;
  readonly keyring: Keyring;
}

/** Creates, changes and removes identity providers. */
export type ProviderService = ReturnType<typeof createProviderService>;

/** What the methods below work with; each names what it needs of it. */
interface ProviderServiceParts extends ProviderServiceOptions {
  readonly store: ProviderStore;
  readonly tests: ReturnType<typeof createProviderTestStore>;
}

/** Makes the service of identity providers. */
export function createProviderService({ db, keyring }: ProviderServiceOptions) {
  const store = createProviderStore(db);
  const tests = createProviderTestStore(db);
  return bindFirst(
    { db, keyring, store, tests },
    { list, get, listMethods, create, update, remove, getTest },
  );
}

/** The columns of the secret, as a request changes it. */
async function secretOf(
  keyring: Keyring,
  tx: Db,
  provider: Pick<ProviderRow, 'tenantId' | 'slug'>,
  { secret }: Pick<ChangedSettings, 'secret'>,
) {
  if (secret === undefined) return {};
  if (secret === null) return { encryptedSecret: null, keyId: null };
  await holdKey(tx);
  return hideSecret(keyring, secret, providerContext(provider));
}

function list({ store }: { store: ProviderStore }, tenantId: number): Promise<ProviderRow[]> {
  return store.list(tenantId);
}

function get({ store }: { store: ProviderStore }, tenantId: number, id: number): Promise<ProviderRow> {
  return getProvider(store, tenantId, id);
}

/** The buttons of the sign-in page. */
async function listMethods({ store }: { store: ProviderStore }, tenantId: number): Promise<ProviderMethod[]> {
  const rows = await store.list(tenantId);
  return rows
    .filter(({ isEnabled }) => isEnabled)
    .map(({ kind, slug, name }) => ({ kind, slug, name, startUrl: `/api/v1/sso/${slug}/start` }));
}

/** @throws `validation_failed`, `provider_slug_taken`, `too_many_identity_providers`, `attributes_not_found` */
function create(
  { db, keyring }: Pick<ProviderServiceParts, 'db' | 'keyring'>,
  actor: UserPrincipal,
  input: IdentityProviderCreateInput,
): Promise<ProviderRow> {
  return changeAccount(
    db,
    actor,
    { takesAway: false, conflict: { providerSlug: input.slug } },
    async (tx) => {
      const { tenantId } = actor;
      const { kind, slug, name, attributes, claims } = input;
      if (slug === MANAGED_SLUG) throw refuse('provider_slug_taken', { slug });
      const providers = createProviderStore(tx);
      const max = limits.MAX_IDENTITY_PROVIDERS;
      if ((await providers.list(tenantId)).length >= max)
        throw refuse('too_many_identity_providers', { max });
      const changed = await requireSettings(kind, input);
      await checkAttributes(tx, tenantId, attributes ?? []);
      return providers.insert({
        tenantId,
        kind,
        slug,
        name,
        ...switchesOf(input),
        settings: JSON.stringify(changed.settings),
        ...(await secretOf(keyring, tx, { tenantId, slug }, changed)),
        claims: JSON.stringify(mergeClaims(providerKinds[kind].defaultClaims, claims)),
        attributes: JSON.stringify(attributes ?? []),
      });
    },
  );
}

/**
 * @throws `validation_failed`, `identity_provider_not_found`, `identity_provider_managed`, `attributes_not_found`
 */
function update(
  { db, keyring }: Pick<ProviderServiceParts, 'db' | 'keyring'>,
  actor: UserPrincipal,
  id: number,
  input: IdentityProviderUpdateInput,
): Promise<ProviderRow> {
  return changeAccount(db, actor, { takesAway: input.isEnabled === false }, async (tx) => {
    const { tenantId } = actor;
    const providers = createProviderStore(tx);
    const row = await getChangeable(providers, tenantId, id);
    const changed = await providerKinds[row.kind].readSettings(input, row);
    if (input.attributes) await checkAttributes(tx, tenantId, input.attributes);
    if (changed?.hasOtherPeople) await providers.forgetPeople(id);
    if (changed?.hasOtherPeople || input.isEnabled === false) await providers.endSessions(id);
    return providers.update(tenantId, id, {
      ...(input.name != null && { name: input.name }),
      ...switchesOf(input),
      ...(changed && {
        settings: JSON.stringify(changed.settings),
        ...(await secretOf(keyring, tx, row, changed)),
        ...(changed.isOther && { testedAt: null }),
      }),
      ...(input.claims && { claims: JSON.stringify(mergeClaims(row.claims, input.claims)) }),
      ...(input.attributes && { attributes: JSON.stringify(input.attributes) }),
    });
  });
}

/** @throws `identity_provider_not_found`, `identity_provider_managed` */
function remove({ db }: { db: Db }, actor: UserPrincipal, id: number): Promise<void> {
  return changeAccount(db, actor, { takesAway: true }, async (tx) => {
    const providers = createProviderStore(tx);
    await getChangeable(providers, actor.tenantId, id);
    await providers.endSessions(id);
    await providers.remove(actor.tenantId, id);
  });
}

/** @throws `identity_provider_not_found`, `identity_provider_untested` */
async function getTest(
  { store, tests }: Pick<ProviderServiceParts, 'store' | 'tests'>,
  tenantId: number,
  id: number,
): Promise<IdentityProviderTest> {
  await getProvider(store, tenantId, id);
  const test = await tests.find(id);
  if (!test) throw refuse('identity_provider_untested');
  return test;
}

async function getProvider(store: ProviderStore, tenantId: number, id: number): Promise<ProviderRow> {
  const row = await store.find(tenantId, id);
  if (!row) throw refuse('identity_provider_not_found', { id });
  return row;
}

async function getChangeable(store: ProviderStore, tenantId: number, id: number): Promise<ProviderRow> {
  const row = await getProvider(store, tenantId, id);
  if (row.isManaged) throw refuse('identity_provider_managed');
  return row;
}

function switchesOf({ isEnabled, provisionsUsers, trustsEmails, domains }: IdentityProviderUpdateInput) {
  return {
    ...(isEnabled != null && { isEnabled }),
    ...(provisionsUsers != null && { provisionsUsers }),
    ...(trustsEmails != null && { trustsEmails }),
    ...(domains && { domains }),
  };
}

/** What is absent or null stays, but for the one claim that there may be none of. */
function mergeClaims(known: ProviderClaims, input: ProviderClaimsInput | null | undefined): ProviderClaims {
  const given = Object.entries(input ?? {}).filter(
    ([name, value]) => value !== undefined && (value !== null || name === 'externalId'),
  );
  return { ...known, ...Object.fromEntries(given) };
}
