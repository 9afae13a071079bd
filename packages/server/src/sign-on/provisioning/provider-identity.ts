import type { ProviderClaims } from '@oriel/contract';
import type { ProviderRow } from '../providers/provider-store.ts';
import { claimValue } from '../providers/claim-value.ts';

/** A person as an identity provider has named them, verified. */
export interface ProviderIdentity {
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  readonly groups: readonly string[];
  /** What SCIM calls the user; undefined where the provider's settings name no claim. */
  readonly externalId: string | undefined;
  /** Everything that the provider has said. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What a provider says beside its claims. */
interface IdentityFacts {
  readonly subject: string;
  /** Whether it says itself that it has verified the e-mail address. */
  readonly isEmailVerified: boolean;
  /** The whole name, for who has no given and no family name. */
  readonly wholeName?: unknown;
}

/** Reads a person from claims, by the names that the settings of the provider have for them. */
export function readIdentity(
  { claims: names, trustsEmails, domains }: Pick<ProviderRow, 'claims' | 'trustsEmails' | 'domains'>,
  claims: Readonly<Record<string, unknown>>,
  { subject, isEmailVerified, wholeName }: IdentityFacts,
): ProviderIdentity {
  const textOf = (name: keyof ProviderClaims) =>
    readText(names[name] === null ? undefined : claimValue(claims, names[name]));
  const email = textOf('email');
  const [givenName, familyName] = [textOf('givenName'), textOf('familyName')];
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase() ?? '';
  return {
    subject,
    email,
    isEmailVerified: (trustsEmails || isEmailVerified) && (domains.length === 0 || domains.includes(domain)),
    givenName: givenName ?? (familyName === undefined ? readText(wholeName) : undefined),
    familyName,
    groups: readTexts(claimValue(claims, names.groups)),
    externalId: textOf('externalId'),
    attributes: claims,
  };
}

/** SAML has lists of one value. */
function readText(value: unknown): string | undefined {
  const text: unknown = Array.isArray(value) ? value[0] : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

function readTexts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item): item is string => typeof item === 'string' && item !== '');
}
