import { refuse } from '@oriel/contract';
import type { Octokit } from '@octokit/core';
import type { Db } from '../../db/database.ts';
import { decrypt, encrypt } from '../../secrets/encryption.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import type { GitHubApp, UserTokens } from './github-app.ts';
import { createLinkStore } from './link-store.ts';

/** Time for a person to agree at GitHub. */
const STATE_MS = 10 * 60_000;
/** A token that ends sooner is renewed first. */
const RENEWAL_MS = 60_000;
const STATE_CONTEXT = 'git provider state';

/** Who acts as which user of GitHub. */
export type GitHubLinks = ReturnType<typeof createGitHubLinks>;

/** Makes the links of people with GitHub. */
export function createGitHubLinks({ db, keyring, app }: { db: Db; keyring: Keyring; app: GitHubApp }) {
  const store = createLinkStore(db, keyring);
  const renew = async (userId: number, login: string, { refreshToken }: UserTokens) => {
    if (refreshToken === undefined) throw refuse('git_provider_not_linked');
    const tokens = await app.exchange({ refreshToken });
    await store.set(userId, login, tokens);
    return tokens;
  };
  return {
    find: store.find,
    remove: store.remove,
    /** What GitHub gives back with the code: who has asked, and until when. Nobody else can make or read it. */
    async makeState(userId: number): Promise<string> {
      const key = await keyring.current();
      const text = JSON.stringify({ userId, expiresAtMs: Date.now() + STATE_MS });
      const { keyId, encryptedValue } = encrypt(key, text, STATE_CONTEXT);
      return `${keyId}.${encryptedValue.toString('base64url')}`;
    },
    /** Whether a state was made for a user, and not too long ago. */
    async isStateOf(state: string, userId: number): Promise<boolean> {
      const [keyId = '', value = ''] = state.split('.');
      const key = await keyring.find(keyId);
      if (!key) return false;
      try {
        const text = decrypt(key, Buffer.from(value, 'base64url'), STATE_CONTEXT);
        // What `makeState` has written.
        const made = JSON.parse(text) as { userId: number; expiresAtMs: number };
        return made.userId === userId && made.expiresAtMs > Date.now();
      } catch {
        // It was made up or cut off.
        return false;
      }
    },
    /**
     * Links a user with whom GitHub has signed in.
     * @throws `git_provider_not_linked` for a code that is spent or made up
     */
    async link(userId: number, code: string): Promise<string> {
      const tokens = await app.exchange({ code });
      const { data } = await (await app.asUser(tokens.accessToken)).request('GET /user');
      await store.set(userId, data.login, tokens);
      return data.login;
    },
    /** GitHub as a user sees it. @throws `git_provider_not_linked` */
    async open(userId: number): Promise<Octokit> {
      const row = await store.find(userId);
      if (!row) throw refuse('git_provider_not_linked');
      const tokens = await store.tokensOf(row);
      const isEnding = tokens.expiresAtMs !== undefined && tokens.expiresAtMs - RENEWAL_MS < Date.now();
      const { accessToken } = isEnding ? await renew(userId, row.login, tokens) : tokens;
      return app.asUser(accessToken);
    },
  };
}
