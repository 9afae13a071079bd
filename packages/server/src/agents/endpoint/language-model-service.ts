import {
  limits,
  refuseFields,
  type LanguageModelEndpointInput,
  type LanguageModelSettings,
  type LanguageModelTrial,
  type UpdateLanguageModelInput,
} from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { holdKey } from '../../secrets/key-lock.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { modelContext } from '../../secrets/model-secrets.ts';
import { hideSecret, type StoredSecret } from '../../secrets/stored-secret.ts';
import { ownerOf } from '../threads/thread-owner.ts';
import type { UsageStore } from '../usage/usage-store.ts';
import { areOfOneOrigin, readEndpoint, type GivenEndpoint } from './endpoint-input.ts';
import type { ModelEndpoint, ModelSettings } from './model-endpoint.ts';
import { createModelEndpointStore, storedPlaceOf, type ModelEndpointRow } from './model-endpoint-store.ts';
import type { ModelEndpoints } from './model-endpoints.ts';
import { tryModel } from './try-model.ts';

/** Reads, sets and tries the language models of accounts. */
export type LanguageModelService = ReturnType<typeof createLanguageModelService>;

/** What the language models of accounts are kept in and asked by. */
interface LanguageModelOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly settings: ModelSettings;
  readonly endpoints: ModelEndpoints;
  readonly usage: UsageStore;
}

/** What the parts of the service work with. */
interface LanguageModelNeeds extends LanguageModelOptions {
  readonly store: ReturnType<typeof createModelEndpointStore>;
}

/** Makes the service. */
export function createLanguageModelService(options: LanguageModelOptions) {
  const { db } = options;
  const store = createModelEndpointStore(db);
  return bindFirst({ ...options, store }, { get, update, try: tryEndpoint });
}

async function get(
  needs: Pick<LanguageModelNeeds, 'settings' | 'store'>,
  tenantId: number,
): Promise<LanguageModelSettings> {
  return toSettings(needs, await needs.store.find(tenantId));
}

/**
 * Changes what is given; of changes at once each finds those before it.
 * @throws `validation_failed`, `unavailable`
 */
async function update(
  needs: Pick<LanguageModelNeeds, 'db' | 'keyring' | 'settings'>,
  { tenantId }: UserPrincipal,
  { endpoint, dailyTokens }: UpdateLanguageModelInput,
): Promise<LanguageModelSettings> {
  const given = endpoint && (await readEndpoint(endpoint, needs.settings));
  const row = await needs.db.transaction().execute(async (tx) => {
    await holdKey(tx);
    const locked = createModelEndpointStore(tx);
    const known = await locked.findForUpdate(tenantId);
    const changed: ModelEndpointRow = {
      ...NO_ENDPOINT,
      dailyLimit: null,
      ...known,
      ...(given === null && NO_ENDPOINT),
      ...(given && (await columnsOf(needs, tenantId, given, known))),
      ...(dailyTokens !== undefined && { dailyLimit: dailyTokens }),
    };
    await locked.replace(tenantId, changed);
    return changed;
  });
  return toSettings(needs, row);
}

/** Asks a model one short question, which counts for the caller. @throws `validation_failed`, `unavailable` */
async function tryEndpoint(
  needs: Pick<LanguageModelNeeds, 'settings' | 'endpoints' | 'usage' | 'store'>,
  actor: UserPrincipal,
  input: LanguageModelEndpointInput | null | undefined,
  signal: AbortSignal,
): Promise<LanguageModelTrial> {
  const { tenantId } = actor;
  const endpoint = await endpointFor(needs, tenantId, input);
  if (!endpoint) return NOT_SET_UP;
  const trial = await tryModel(await needs.endpoints.connect(endpoint), endpoint, signal);
  if (trial.usage) await needs.usage.add(tenantId, { owner: ownerOf(actor), agentId: null }, trial.usage);
  return trial.outcome;
}

function toSettings(
  { settings }: Pick<LanguageModelNeeds, 'settings'>,
  row: ModelEndpointRow | undefined,
): LanguageModelSettings {
  const place = storedPlaceOf(row);
  const server = settings.endpoint;
  return {
    source: place ? 'account' : server ? 'server' : 'none',
    endpoint: place ? { ...place, hasApiKey: row?.encryptedSecret != null } : null,
    serverModel: server?.model ?? null,
    allowsPrivateAddresses: settings.allowsPrivate,
    dailyTokens: row?.dailyLimit ?? null,
    defaultDailyTokens: limits.DAILY_CHAT_TOKENS,
  };
}

/** The columns of an endpoint as it is to be. @throws `validation_failed` where the stored key belongs elsewhere */
async function columnsOf(
  { keyring }: Pick<LanguageModelNeeds, 'keyring'>,
  tenantId: number,
  { apiKey, ...place }: GivenEndpoint,
  known: ModelEndpointRow | undefined,
): Promise<Omit<ModelEndpointRow, 'dailyLimit'>> {
  const secret =
    apiKey === undefined
      ? storedSecretFor(place, known)
      : apiKey !== null && (await hideSecret(keyring, apiKey, modelContext(tenantId)));
  return { ...NO_ENDPOINT, ...place, ...secret };
}

/** What is asked in a trial. */
async function endpointFor(
  { settings, endpoints, store }: Pick<LanguageModelNeeds, 'settings' | 'endpoints' | 'store'>,
  tenantId: number,
  input: LanguageModelEndpointInput | null | undefined,
): Promise<ModelEndpoint | undefined> {
  if (input == null) return (await endpoints.find(tenantId)).endpoint;
  const { apiKey, ...given } = await readEndpoint(input, settings);
  if (apiKey !== undefined) return { ...given, apiKey: apiKey ?? undefined };
  const isStored = storedSecretFor(given, await store.find(tenantId)) !== undefined;
  const stored = isStored ? (await endpoints.find(tenantId)).endpoint : undefined;
  return { ...given, apiKey: stored?.apiKey };
}

const NO_ENDPOINT = { provider: null, baseUrl: null, model: null, encryptedSecret: null, keyId: null };

const NOT_SET_UP: LanguageModelTrial = {
  isAnswered: false,
  model: null,
  text: null,
  durationMs: 0,
  failure: { code: 'no_model', message: 'No language model is set up; give an address and a model first' },
};

/** The stored key goes to the place alone that it was given for. @throws `validation_failed` */
function storedSecretFor(
  given: Pick<ModelEndpoint, 'provider' | 'baseUrl'>,
  known: ModelEndpointRow | undefined,
): StoredSecret | undefined {
  const place = storedPlaceOf(known);
  if (!place || !known || known.encryptedSecret === null || known.keyId === null) return undefined;
  if (!areOfOneOrigin(place, given))
    throw refuseFields([
      {
        path: 'endpoint.apiKey',
        message: `must be given again, or be null: the stored one belongs to ${new URL(place.baseUrl).origin}`,
      },
    ]);
  return { encryptedSecret: known.encryptedSecret, keyId: known.keyId };
}
