import type { SamlCertificate, SamlProviderSettings, SamlProviderSettingsInput } from '@oriel/contract';

/** The settings of a SAML provider as they are typed. */
export interface SamlDraft {
  readonly metadata: string;
  readonly entityId: string;
  readonly signOnUrl: string;
  /** Those that stay. */
  readonly certificates: readonly SamlCertificate[];
  /** In PEM; empty for none. */
  readonly addedCertificate: string;
  readonly nameIdFormat: string | null;
  readonly allowsProviderStart: boolean;
}

/** What a form begins with; undefined for a new provider. */
export function samlDraftOf(saved: SamlProviderSettings | undefined): SamlDraft {
  return {
    metadata: '',
    entityId: saved?.entityId ?? '',
    signOnUrl: saved?.signOnUrl ?? '',
    certificates: saved?.certificates ?? [],
    addedCertificate: '',
    nameIdFormat: saved?.nameIdFormat ?? null,
    allowsProviderStart: saved?.allowsProviderStart ?? false,
  };
}

/** What a form sends. Metadata says entity id and address itself, and adds its certificates to those that stay. */
export function toSamlInput(draft: SamlDraft): SamlProviderSettingsInput {
  const { metadata, entityId, signOnUrl, certificates, addedCertificate, nameIdFormat, allowsProviderStart } =
    draft;
  const added = addedCertificate.trim();
  const stays = [...certificates.map(({ pem }) => pem), ...(added === '' ? [] : [added])];
  const described =
    metadata.trim() === ''
      ? {
          ...(entityId.trim() !== '' && { entityId: entityId.trim() }),
          ...(signOnUrl.trim() !== '' && { signOnUrl: signOnUrl.trim() }),
        }
      : { metadata };
  return { ...described, certificates: stays, nameIdFormat, allowsProviderStart };
}

/** How a certificate stands: it has ended, it ends within a month, or neither. */
export function stateOf({ validUntil }: SamlCertificate, nowMs: number): 'ended' | 'ending' | 'valid' {
  const leftMs = Date.parse(validUntil) - nowMs;
  if (leftMs <= 0) return 'ended';
  return leftMs < 30 * 86_400_000 ? 'ending' : 'valid';
}
