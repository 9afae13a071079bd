import {
  limits,
  refuseFields,
  type SamlCertificate,
  type SamlProviderSettings,
  type SamlProviderSettingsInput,
} from '@oriel/contract';
import { faultOfBytes } from '../../json-bytes.ts';
import type { ChangedSettings } from './changed-settings.ts';
import type { ProviderRow } from './provider-store.ts';
import { parseCertificates } from '../saml/certificates.ts';
import { serviceProviderOf } from '../saml/service-provider.ts';
import { parseProviderMetadata, type ProviderMetadata } from '../saml/provider-metadata.ts';

/** The settings of a provider of the kind SAML, as they are stored. */
type StoredSamlSettings = Omit<SamlProviderSettings, 'audience'>;

/** Reads the settings of a provider of the kind SAML. */
export function readSamlSettings({ settings }: Pick<ProviderRow, 'settings'>): StoredSamlSettings {
  // Written by `readSamlSettingsInput` alone.
  return settings as unknown as StoredSamlSettings;
}

/** The settings as the API answers them, with what is to be registered at the provider. */
export function toSamlSettings(
  provider: Pick<ProviderRow, 'settings' | 'slug'>,
  baseUrl: string,
): SamlProviderSettings {
  const { entityId: audience } = serviceProviderOf(baseUrl, provider.slug);
  return { ...readSamlSettings(provider), audience };
}

/** The certificates of a provider, in PEM. */
export function certificatesOf(settings: StoredSamlSettings): string[] {
  return settings.certificates.map(({ pem }) => pem);
}

/**
 * The settings that a request makes of those that are there.
 *
 * @throws `validation_failed` without what a provider needs, `invalid_request` for metadata or a certificate that
 * cannot be read
 */
export async function readSamlSettingsInput(
  input: SamlProviderSettingsInput,
  known: Pick<ProviderRow, 'settings'> | undefined,
): Promise<ChangedSettings> {
  const before = known && readSamlSettings(known);
  const metadata = input.metadata == null ? undefined : await parseProviderMetadata(input.metadata);
  const settings: StoredSamlSettings = {
    entityId: metadata?.entityId ?? input.entityId ?? before?.entityId ?? missing('entityId'),
    signOnUrl: checkUrl(metadata?.signOnUrl ?? input.signOnUrl ?? before?.signOnUrl ?? missing('signOnUrl')),
    certificates: readCertificates(input, metadata, before) ?? missing('certificates'),
    nameIdFormat: input.nameIdFormat === undefined ? (before?.nameIdFormat ?? null) : input.nameIdFormat,
    allowsProviderStart: input.allowsProviderStart ?? before?.allowsProviderStart ?? false,
  };
  return {
    settings: { ...settings },
    secret: undefined,
    isOther: JSON.stringify(settings) !== JSON.stringify(before),
    hasOtherPeople: before !== undefined && before.entityId !== settings.entityId,
  };
}

/**
 * Those of metadata are added, so that the old and the next one overlap, unless the metadata is of another provider.
 */
function readCertificates(
  { certificates }: SamlProviderSettingsInput,
  metadata: ProviderMetadata | undefined,
  before: StoredSamlSettings | undefined,
): SamlCertificate[] | undefined {
  const isSame = metadata === undefined || metadata.entityId === before?.entityId;
  const kept = certificates ?? (before && isSame ? certificatesOf(before) : []);
  const found = parseCertificates([...kept, ...(metadata?.certificates ?? [])]);
  checkSizes(found, before);
  if (found.length > limits.MAX_PROVIDER_CERTIFICATES)
    throw refuseFields([
      {
        path: 'saml.certificates',
        message: `are more than ${limits.MAX_PROVIDER_CERTIFICATES}; remove old ones`,
      },
    ]);
  return found.length === 0 ? undefined : found;
}

/** Those that were there before stay. */
function checkSizes(found: readonly SamlCertificate[], before: StoredSamlSettings | undefined): void {
  const known = new Set(before?.certificates.map(({ fingerprint }) => fingerprint));
  for (const certificate of found) {
    const fault = faultOfBytes(certificate, limits.MAX_CERTIFICATE_BYTES);
    if (fault !== undefined && !known.has(certificate.fingerprint))
      throw refuseFields([{ path: 'saml.certificates', message: `hold one that ${fault}` }]);
  }
}

function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw refuseFields([{ path: 'saml.signOnUrl', message: 'is no address of the web without a user' }]);
  return text;
}

function missing(field: string): never {
  throw refuseFields([{ path: `saml.${field}`, message: 'is required, or metadata that has it' }]);
}
