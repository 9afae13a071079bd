import { refuseFields, type OidcProviderSettings, type OidcProviderSettingsInput } from '@oriel/contract';
import type { ChangedSettings } from './changed-settings.ts';
import type { ProviderRow } from './provider-store.ts';

/** Where people come back to from a provider. */
export const OIDC_CALLBACK_PATH = '/api/v1/sso/oidc/callback';
/** Where people come back to from a provider that has signed them out. */
export const SIGNED_OUT_PATH = '/sign-in';
/** The scopes that are asked for where nothing else is said. */
export const DEFAULT_SCOPES = ['openid', 'email', 'profile'];

/** The settings of a provider of the kind OIDC. */
export function readOidcSettings({ settings }: Pick<ProviderRow, 'settings'>): OidcProviderSettings {
  // Written by `readOidcSettingsInput` alone; providers of before have not registered where people come back to.
  return {
    endsProviderSession: false,
    ...(settings as unknown as Omit<OidcProviderSettings, 'endsProviderSession'>),
  };
}

/**
 * The settings that a request makes of those that are there.
 * @throws `validation_failed` for an issuer that is no address
 */
export function readOidcSettingsInput(
  { issuer, clientId, clientSecret, scopes, endsProviderSession }: OidcProviderSettingsInput,
  known: Pick<ProviderRow, 'settings'> | undefined,
): ChangedSettings {
  const url = URL.parse(issuer);
  if (!url || url.username !== '' || url.password !== '' || url.search !== '')
    throw refuseFields([
      { path: 'oidc.issuer', message: 'is no issuer: an address without a user and a query' },
    ]);
  const before = known && readOidcSettings(known);
  const settings: OidcProviderSettings = {
    issuer,
    clientId,
    scopes: [...new Set(['openid', ...(scopes ?? before?.scopes ?? DEFAULT_SCOPES)])],
    endsProviderSession: endsProviderSession ?? before?.endsProviderSession ?? true,
  };
  const isSameClient = before?.issuer === issuer && before.clientId === clientId;
  // A secret goes to no other issuer than the one that it was entered for.
  const secret = clientSecret === undefined && !isSameClient ? null : clientSecret;
  return {
    settings: { ...settings },
    secret,
    isOther: !isSameClient || secret !== undefined,
    hasOtherPeople: before !== undefined && before.issuer !== issuer,
  };
}
