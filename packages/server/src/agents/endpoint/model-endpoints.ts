import { limits } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { modelContext } from '../../secrets/model-secrets.ts';
import { showSecret } from '../../secrets/stored-secret.ts';
import { connectModel, type ConnectedModel } from './language-model.ts';
import type { ModelEndpoint, ModelSettings } from './model-endpoint.ts';
import { createModelEndpointStore, storedPlaceOf } from './model-endpoint-store.ts';

/** What an account has of models. */
interface AccountModel {
  /** Undefined where nobody has set up one. */
  readonly endpoint: ModelEndpoint | undefined;
  readonly source: 'account' | 'server' | 'none';
  /** Tokens that one person may use a day; 0 is no limit. */
  readonly dailyTokens: number;
}

/** Finds and connects the models of accounts. */
export interface ModelEndpoints {
  /** @throws `unavailable` where the key of the account's own cannot be decrypted */
  find(tenantId: number): Promise<AccountModel>;
  connect(endpoint: ModelEndpoint): Promise<ConnectedModel>;
}

/** Makes the finder: an account's own model goes before the server's. */
export function createModelEndpoints({
  db,
  keyring,
  settings,
}: {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly settings: ModelSettings;
}): ModelEndpoints {
  const store = createModelEndpointStore(db);
  return {
    async find(tenantId) {
      const row = await store.find(tenantId);
      const dailyTokens = row?.dailyLimit ?? limits.DAILY_CHAT_TOKENS;
      const place = storedPlaceOf(row);
      if (!row || !place) {
        const { endpoint } = settings;
        return { endpoint, source: endpoint ? 'server' : 'none', dailyTokens };
      }
      const { encryptedSecret, keyId } = row;
      const apiKey =
        encryptedSecret === null || keyId === null
          ? undefined
          : await showSecret(keyring, { encryptedSecret, keyId }, modelContext(tenantId));
      return { endpoint: { ...place, apiKey }, source: 'account', dailyTokens };
    },
    connect: (endpoint) => connectModel(endpoint, settings),
  };
}
