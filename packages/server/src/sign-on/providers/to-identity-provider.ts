import type { IdentityProvider } from '@oriel/contract';
import { providerKinds } from './provider-kinds.ts';
import type { ProviderRow } from './provider-store.ts';

/** A provider as the API answers it. */
export function toIdentityProvider(row: ProviderRow, baseUrl: string): IdentityProvider {
  const kind = providerKinds[row.kind];
  const logoutPath = kind.logoutPath?.(row.slug);
  return {
    id: row.id,
    kind: row.kind,
    slug: row.slug,
    name: row.name,
    isEnabled: row.isEnabled,
    isManaged: row.isManaged,
    ...kind.settingsOf(row, baseUrl),
    hasSecret: row.encryptedSecret !== null,
    callbackUrl: `${baseUrl}${kind.callbackPath}`,
    logoutUrl: logoutPath === undefined ? null : `${baseUrl}${logoutPath}`,
    signedOutUrl: kind.signedOutPath === undefined ? null : `${baseUrl}${kind.signedOutPath}`,
    provisionsUsers: row.provisionsUsers,
    trustsEmails: row.trustsEmails,
    domains: [...row.domains],
    claims: row.claims,
    attributes: [...row.attributes],
    testedAt: row.testedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
