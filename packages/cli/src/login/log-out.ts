import type { LocalContext } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import type { Flags } from '../flags.ts';
import { discover, explainLogin } from './authorization-server.ts';
import { loginMissing } from '../profiles/profile-faults.ts';
import { openProfileStore, type Profile, type ProfileStore } from '../profiles/profile-store.ts';
import { revoke } from './revoke.ts';

/**
 * Ends the login that the flags name, or the current one.
 *
 * @throws `UsageError` where there is none; `CommandError` where the server has not revoked it: it is removed here all
 * the same
 */
export async function logOut({ flags, variables, print }: LocalContext): Promise<void> {
  const store = openProfileStore(variables);
  const name = await findName(store, flags, variables);
  const profile = await store.exclusively(name, async () => {
    const found = await store.find(name);
    if (!found) throw loginMissing(name);
    await store.remove(name);
    return found;
  });
  if ((await store.findCurrent()) === name) await store.setCurrent(undefined);
  await revokeProfile(profile);
  print(
    flags.json
      ? JSON.stringify({ profile: name, url: profile.url }, undefined, 2)
      : `Logged out of ${profile.url}`,
  );
}

async function findName(
  store: ProfileStore,
  { profile, url }: Flags,
  variables: LocalContext['variables'],
): Promise<string> {
  const named = profile ?? (url === undefined ? variables['ORIEL_PROFILE'] : undefined);
  if (named) return named;
  const profiles = await store.list();
  const current = await store.findCurrent();
  if (url === undefined) {
    if (current !== undefined && profiles.has(current)) return current;
    throw new UsageError(
      'No login is the current one: name one with --profile, as oriel profile list has them',
    );
  }
  const address = url.replace(/\/+$/, '');
  const names = [...profiles].filter(([, found]) => found.url === address).map(([name]) => name);
  const [only, ...others] = names;
  if (only === undefined)
    throw new UsageError(`There is no login to ${address}: oriel profile list shows those that there are`);
  if (others.length === 0) return only;
  throw new UsageError(
    `There are several logins to ${address}: name one of ${names.join(', ')} with --profile`,
  );
}

async function revokeProfile({ url, tokens }: Profile): Promise<void> {
  const address = { url, urlSource: 'the login' };
  try {
    await revoke(await discover(address), tokens);
  } catch (error) {
    const fault = explainLogin(error, address);
    if (!(fault instanceof CommandError)) throw fault;
    throw new CommandError(
      `The login is removed from this machine, but its tokens are not revoked: withdraw it in the console, under Applications. ${fault.message}`,
      fault.exitCode,
      fault.details,
      { cause: error },
    );
  }
}
