import {
  refuseFields,
  type IdentityProvider,
  type IdentityProviderKind,
  type IdentityProviderUpdateInput,
  type ProviderClaims,
} from '@oriel/contract';
import type { ChangedSettings } from './changed-settings.ts';
import {
  OIDC_CALLBACK_PATH,
  readOidcSettings,
  readOidcSettingsInput,
  SIGNED_OUT_PATH,
} from './oidc-settings.ts';
import { readSamlSettingsInput, toSamlSettings } from './saml-settings.ts';
import { SAML_CALLBACK_PATH } from '../saml/service-provider.ts';
import { defaultSamlClaims } from '../saml/usual-attribute-names.ts';
import type { ProviderRow } from './provider-store.ts';

/** What differs by the kind of a provider. */
interface ProviderKind {
  readonly defaultClaims: ProviderClaims;
  readonly callbackPath: string;
  /** Where people come back to after a sign-out at the provider; undefined where there is none. */
  readonly signedOutPath?: string;
  /** Where the provider ends sessions; undefined where it does not. */
  logoutPath?(slug: string): string;
  /** The fields of the settings in an answer. */
  settingsOf(
    row: Pick<ProviderRow, 'settings' | 'slug'>,
    baseUrl: string,
  ): Pick<IdentityProvider, 'oidc' | 'saml'>;
  /** The settings that an input changes; undefined where it names none. */
  readSettings(
    input: IdentityProviderUpdateInput,
    known: Pick<ProviderRow, 'settings'> | undefined,
  ): Promise<ChangedSettings> | undefined;
}

/** Every kind of provider. */
export const providerKinds: Readonly<Record<IdentityProviderKind, ProviderKind>> = {
  OIDC: {
    defaultClaims: {
      email: 'email',
      givenName: 'given_name',
      familyName: 'family_name',
      groups: 'groups',
      externalId: null,
    },
    callbackPath: OIDC_CALLBACK_PATH,
    signedOutPath: SIGNED_OUT_PATH,
    logoutPath: (slug) => `/api/v1/sso/oidc/${slug}/backchannel-logout`,
    settingsOf: (row) => ({ oidc: readOidcSettings(row), saml: null }),
    readSettings: ({ oidc }, known) =>
      oidc == null ? undefined : Promise.resolve(readOidcSettingsInput(oidc, known)),
  },
  SAML: {
    defaultClaims: defaultSamlClaims,
    callbackPath: SAML_CALLBACK_PATH,
    settingsOf: (row, baseUrl) => ({ oidc: null, saml: toSamlSettings(row, baseUrl) }),
    readSettings: ({ saml }, known) => (saml == null ? undefined : readSamlSettingsInput(saml, known)),
  },
};

/** The settings of a new provider. @throws `validation_failed` without those of its kind */
export async function requireSettings(
  kind: IdentityProviderKind,
  input: IdentityProviderUpdateInput,
): Promise<ChangedSettings> {
  const changed = await providerKinds[kind].readSettings(input, undefined);
  if (!changed)
    throw refuseFields([
      { path: kind.toLowerCase(), message: `is required of a provider of the kind ${kind}` },
    ]);
  return changed;
}
