import { createClient, type OAuthTokens } from '@oriel/client';
import type * as oauth from 'openid-client';
import type { LocalContext } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { explainError } from '../explain-error.ts';
import { findInstallation, type InstallationAddress } from '../server-address.ts';
import { CLIENT_ID, discover, explainLogin } from './authorization-server.ts';
import { browserLogin } from './browser-login.ts';
import { deviceLogin } from './device-login.ts';
import type { LoginNotice, LoginOptions } from './login-options.ts';
import { openBrowser } from './open-browser.ts';
import {
  checkName,
  openProfileStore,
  profileNameOf,
  type Profile,
  type ProfileStore,
} from '../profiles/profile-store.ts';
import { revoke } from './revoke.ts';

/**
 * Logs in as the flags say, and stores the login as a profile, which is the current one from then on.
 *
 * @throws `CommandError` for whatever is no bug of ours; nothing is stored then
 */
export async function logIn(context: LocalContext): Promise<void> {
  const { flags, variables, print } = context;
  const store = openProfileStore(variables);
  // A profile that is there may be renewed without its address.
  const isKnown = flags.profile !== undefined && (await store.find(flags.profile)) !== undefined;
  const address = await findInstallation(isKnown ? flags : { url: flags.url }, variables, store);
  const name = checkName(flags.profile ?? profileNameOf(address.url));
  const before = await store.find(name);
  if (before && before.url !== address.url)
    throw new UsageError(`The profile ${name} is a login to ${before.url}: give another name with --profile`);
  const configuration = await discover(address);
  const profile = await requestProfile({ configuration, address, context });
  await store.exclusively(name, () => store.write(name, profile));
  await store.setCurrent(name);
  // The login that this one replaces; a server that does not answer now leaves it to be withdrawn in the console.
  if (before) await revoke(configuration, before.tokens).catch(() => {});
  const { url, email, scopes } = profile;
  if (flags.json) return print(JSON.stringify({ profile: name, url, email, scopes }, undefined, 2));
  print(`Logged in to ${url} as ${email} (profile ${name})`);
  await tellWhereItIsUsed(context, address.url, store);
}

async function requestProfile({
  configuration,
  address,
  context,
}: {
  configuration: oauth.Configuration;
  address: InstallationAddress;
  context: LocalContext;
}): Promise<Profile> {
  const { flags, untilInterrupted } = context;
  const scopes = ['offline_access', 'api:read', ...(flags['read-only'] ? [] : ['api:write'])];
  const way = flags.browser ? browserLogin : deviceLogin;
  const answer = await untilInterrupted((signal) =>
    way({ ...outputOf(context, address), configuration, signal, scope: scopes.join(' ') }).catch(
      (error: unknown) => {
        throw signal.aborted ? error : explainLogin(error, address);
      },
    ),
  );
  const tokens = toTokens(answer);
  return {
    url: address.url,
    email: await emailOf(tokens, address),
    scopes: answer.scope?.split(' ') ?? scopes,
    loggedInAt: new Date().toISOString(),
    clientId: CLIENT_ID,
    // The metadata has one: without it the tokens would not be there.
    tokenEndpoint: configuration.serverMetadata().token_endpoint as string,
    tokens,
  };
}

/**
 * How a person is told, and a browser opened: only for addresses of the installation itself, whatever its server says.
 */
function outputOf(
  { flags, printError, variables }: LocalContext,
  { url }: InstallationAddress,
): Pick<LoginOptions, 'tell' | 'openBrowser'> {
  return {
    tell({ lines, data }: LoginNotice) {
      if (flags.json) return printError(JSON.stringify(data));
      // What the server has said commands no terminal.
      for (const line of lines) printError(line.replaceAll(/\p{Cc}/gu, '\uFFFD'));
    },
    openBrowser: (address) =>
      URL.parse(address)?.origin === new URL(url).origin && openBrowser(address, variables),
  };
}

function toTokens({ access_token, expires_in = 0, refresh_token }: oauth.TokenEndpointResponse): OAuthTokens {
  return {
    accessToken: access_token,
    expiresAt: Date.now() + expires_in * 1000,
    refreshToken: refresh_token,
  };
}

/** The e-mail of the user, by the first request with the new token. */
async function emailOf(
  { accessToken }: OAuthTokens,
  { url, urlSource }: InstallationAddress,
): Promise<string> {
  const server = {
    url,
    urlSource,
    credential: { kind: 'key', apiKey: accessToken, source: 'the new login' },
  } as const;
  try {
    return (await createClient({ baseUrl: url, apiKey: accessToken }).call('getCurrentUser', {})).email;
  } catch (error) {
    throw explainError(error, server) ?? error;
  }
}

/** Says so where commands in this folder do not use the login that was just made. */
async function tellWhereItIsUsed(
  { printError, variables }: LocalContext,
  url: string,
  store: ProfileStore,
): Promise<void> {
  const here = await findInstallation({}, variables, store);
  if (here.url !== url)
    printError(
      `Commands in this folder go to ${here.url} (${here.urlSource}), unless --profile or --url names this login`,
    );
  else if (variables['ORIEL_API_KEY'])
    printError('ORIEL_API_KEY is set: commands use that key, not this login');
}
