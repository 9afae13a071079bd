import type { CreateOAuthIntegrationInput, OAuthIntegration } from '@oriel/contract';

/** The fields of the form, as texts. */
export interface IntegrationFields {
  readonly name: string;
  readonly authUrl: string;
  readonly tokenUrl: string;
  readonly revocationUrl: string;
  readonly redirectUri: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  readonly hosts: string;
}

const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** What the form begins with. */
export function fieldsOf(integration: OAuthIntegration | undefined): IntegrationFields {
  const { revocationUrl, issuer, dataSourceHosts } = integration?.config ?? {};
  return {
    name: integration?.name ?? '',
    authUrl: integration?.authUrl ?? '',
    tokenUrl: integration?.tokenUrl ?? '',
    revocationUrl: typeof revocationUrl === 'string' ? revocationUrl : '',
    redirectUri: integration?.redirectUri ?? `${window.location.origin}/api/v1/user-oauth-tokens/callback`,
    issuer: typeof issuer === 'string' ? issuer : '',
    clientId: integration?.clientId ?? '',
    clientSecret: '',
    scopes: (integration?.scopes ?? []).join(' '),
    hosts: Array.isArray(dataSourceHosts) ? dataSourceHosts.join(' ') : '',
  };
}

/** What the form says of an integration; settings that it does not show stay. */
export function inputOf(
  { revocationUrl, issuer, hosts, scopes, clientSecret: _clientSecret, ...texts }: IntegrationFields,
  integration: OAuthIntegration | undefined,
): Omit<CreateOAuthIntegrationInput, 'clientSecret'> {
  const {
    revocationUrl: _revocation,
    issuer: _issuer,
    dataSourceHosts: _hosts,
    ...others
  } = integration?.config ?? {};
  return {
    ...texts,
    name: texts.name.trim(),
    type: integration?.type ?? 'custom',
    scopes: words(scopes),
    config: {
      ...others,
      dataSourceHosts: words(hosts),
      ...(revocationUrl.trim() !== '' && { revocationUrl: revocationUrl.trim() }),
      ...(issuer.trim() !== '' && { issuer: issuer.trim() }),
    },
  };
}
