import {
  limits,
  refuse,
  type CreateOidcTokenConfigInput,
  type OidcTokenConfig,
  type UpdateOidcTokenConfigInput,
} from '@oriel/contract';
import type { UserPrincipal } from '../access/principal.ts';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import { changeAccount } from '../identity/account-change.ts';
import { checkRoom } from '../identity/api-keys/check-room.ts';
import { audienceOf } from './token-audience.ts';
import { changedConfig, checkConfig } from './token-config-rules.ts';
import { createTokenConfigStore, type TokenConfigValues } from './token-config-store.ts';

/** Constraints that a configuration may violate, and what that means. */
const TAKEN: Readonly<Record<string, string>> = {
  oidc_token_configs_name: 'A configuration with this name is already there; choose another name',
  oidc_token_configs_audience: 'There is a configuration for this kind of audience already; change that one',
  oidc_token_configs_variable: 'Another configuration sets this environment variable; choose another',
};

/** Makes the service of configurations of workload tokens. */
export function createTokenConfigService(db: Db) {
  const store = createTokenConfigStore(db);
  return bindFirst({ db, store }, { list, get, create, update, remove });
}

async function getConfig(on: Db, tenantId: number, id: number): Promise<OidcTokenConfig> {
  const found = await createTokenConfigStore(on).find(tenantId, id);
  if (!found) throw refuse('oidc_token_config_not_found', { id });
  return found;
}

/** What has changed is known to every runtime of the account. */
async function change<T>(db: Db, actor: UserPrincipal, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await changeAccount(db, actor, { takesAway: false }, async (tx) => {
      const result = await work(tx);
      await createTokenConfigStore(tx).tellRuntimes(actor.tenantId);
      return result;
    });
  } catch (error) {
    const reason = TAKEN[(error as { constraint?: string }).constraint ?? ''];
    if (reason === undefined) throw error;
    throw refuse('oidc_token_config_taken', { reason }, { cause: error });
  }
}

function list(
  { store }: { store: ReturnType<typeof createTokenConfigStore> },
  tenantId: number,
): Promise<OidcTokenConfig[]> {
  return store.list(tenantId);
}

/** @throws `oidc_token_config_not_found` */
function get({ db }: { db: Db }, tenantId: number, id: number): Promise<OidcTokenConfig> {
  return getConfig(db, tenantId, id);
}

/** @throws `validation_failed`, `oidc_token_config_taken`, `too_many_records` */
async function create(
  { db }: { db: Db },
  actor: UserPrincipal,
  input: CreateOidcTokenConfigInput,
): Promise<OidcTokenConfig> {
  const { audienceType, customAudience, name, subFormat, customClaims, targetEnvVar, isEnabled } = input;
  const kind = audienceType.toLowerCase();
  const values: TokenConfigValues = {
    name: name ?? kind,
    audience: audienceOf(audienceType, customAudience),
    subFormat: subFormat ?? null,
    customClaims: customClaims ?? null,
    targetEnvVar: targetEnvVar ?? null,
    isEnabled: isEnabled ?? true,
  };
  checkConfig(kind, values);
  return change(db, actor, async (tx) => {
    const configs = createTokenConfigStore(tx);
    const { length } = await configs.list(actor.tenantId);
    checkRoom('configurations of tokens', length, limits.MAX_TOKEN_CONFIGS);
    return configs.insert(actor.tenantId, audienceType, values);
  });
}

/** @throws `oidc_token_config_not_found`, `validation_failed`, `oidc_token_config_taken` */
function update(
  { db }: { db: Db },
  actor: UserPrincipal,
  id: number,
  input: UpdateOidcTokenConfigInput,
): Promise<OidcTokenConfig> {
  return change(db, actor, async (tx) => {
    const known = await getConfig(tx, actor.tenantId, id);
    const values = changedConfig(known, input);
    checkConfig(known.audienceType.toLowerCase(), values);
    return createTokenConfigStore(tx).update(actor.tenantId, id, values);
  });
}

/** @throws `oidc_token_config_not_found` */
function remove({ db }: { db: Db }, actor: UserPrincipal, id: number): Promise<void> {
  return change(db, actor, async (tx) => {
    await getConfig(tx, actor.tenantId, id);
    await createTokenConfigStore(tx).remove(actor.tenantId, id);
  });
}
