import { createOAuthTokens, type OAuthCredential } from '@oriel/client';
import { loginMissing } from './profile-faults.ts';
import type { Profile, ProfileStore } from './profile-store.ts';

/**
 * The credential of a login: its tokens are read for each request, so that a refresh of one command is seen by all, and
 * one command at a time refreshes them.
 */
export async function openLogin(store: ProfileStore, name: string): Promise<OAuthCredential> {
  const get = async (): Promise<Profile> => {
    const profile = await store.find(name);
    if (!profile) throw loginMissing(name);
    return profile;
  };
  const { clientId, tokenEndpoint } = await get();
  return createOAuthTokens({
    tokenEndpoint,
    clientId,
    store: {
      read: async () => (await get()).tokens,
      write: async (tokens) => store.write(name, { ...(await get()), tokens }),
      exclusively: (work) => store.exclusively(name, work),
    },
  });
}
