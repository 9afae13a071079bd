import { limits, refuseFields, type FieldIssue } from '@oriel/contract';
import { faultOfBytes } from '../json-bytes.ts';

/** What of the free settings of an integration is read. */
interface ProviderSettings {
  /** What the provider names itself in its answers. */
  readonly issuer: string | undefined;
  readonly revocationUrl: string | undefined;
  readonly isBasicAuth: boolean;
  /** Further parameters of the address at which people agree. */
  readonly authorizationParams: Readonly<Record<string, string>>;
  /** Hosts of data sources that may be sent the tokens, in lower case. */
  readonly dataSourceHosts: readonly string[];
}

const AUTH_METHODS = ['client_secret_post', 'client_secret_basic'];
const MAX_ENTRIES = 100;
/** What decides where people go, come back and are told apart. */
const OWN_PARAMS = new Set([
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
]);

/** Reads settings that {@link checkProvider} has let through. */
export function readProviderSettings(config: Record<string, unknown> | null | undefined): ProviderSettings {
  const { issuer, revocationUrl, tokenEndpointAuthMethod, authorizationParams, dataSourceHosts } =
    config ?? {};
  return {
    issuer: typeof issuer === 'string' ? issuer : undefined,
    revocationUrl: typeof revocationUrl === 'string' ? revocationUrl : undefined,
    isBasicAuth: tokenEndpointAuthMethod === 'client_secret_basic',
    authorizationParams: isTexts(authorizationParams) ? authorizationParams : {},
    dataSourceHosts: isTextList(dataSourceHosts) ? dataSourceHosts.map((host) => host.toLowerCase()) : [],
  };
}

/** Addresses and settings of an integration as a caller sends them. */
interface GivenProvider {
  readonly authUrl: string;
  readonly tokenUrl: string;
  readonly redirectUri: string;
  readonly config?: Record<string, unknown> | undefined;
}

/**
 * @throws `validation_failed` for an address that is none, for a setting of another type, and for settings that are too
 * large
 */
export function checkProvider({ authUrl, tokenUrl, redirectUri, config = {} }: GivenProvider): void {
  const addresses = { authUrl, tokenUrl, redirectUri, 'config.revocationUrl': config['revocationUrl'] };
  const issues: FieldIssue[] = Object.entries(addresses).flatMap(([path, address]) =>
    address == null || isAddress(address)
      ? []
      : [{ path, message: 'must be an https address without a user and a fragment' }],
  );
  const expect = (name: string, isRight: (value: unknown) => boolean, message: string) => {
    const value = config[name];
    if (value != null && !isRight(value)) issues.push({ path: `config.${name}`, message });
  };
  expect('issuer', (value) => isAddress(value), 'must be the address that the provider names itself by');
  expect(
    'tokenEndpointAuthMethod',
    (value) => AUTH_METHODS.some((known) => known === value),
    `must be one of ${AUTH_METHODS.join(', ')}`,
  );
  expect(
    'authorizationParams',
    (value) => isTexts(value) && Object.keys(value).every((name) => !OWN_PARAMS.has(name)),
    'must be texts by name, and none of those that the flow itself sets',
  );
  expect('dataSourceHosts', isTextList, 'must be a list of host names');
  const tooLarge = faultOfBytes(config, limits.MAX_INTEGRATION_CONFIG_BYTES);
  if (tooLarge !== undefined) issues.push({ path: 'config', message: tooLarge });
  if (issues.length > 0) throw refuseFields(issues);
}

function isAddress(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return (
    url !== null &&
    ['https:', 'http:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === ''
  );
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= MAX_ENTRIES &&
    Object.values(value).every((each) => typeof each === 'string')
  );
}

function isTextList(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length <= MAX_ENTRIES && value.every((each) => typeof each === 'string')
  );
}
