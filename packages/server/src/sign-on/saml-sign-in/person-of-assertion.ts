import type { ProviderRow } from '../providers/provider-store.ts';
import { readIdentity, type ProviderIdentity } from '../provisioning/provider-identity.ts';
import type { Assertion } from '../saml/assertion.ts';
import { SamlFault } from '../saml/saml-fault.ts';
import { EMAIL_NAME_ID, TRANSIENT_NAME_ID } from '../saml/saml-names.ts';
import { defaultSamlClaims, usualAttributeNames } from '../saml/usual-attribute-names.ts';

/**
 * The person whom an assertion names. An assertion does not say whether an e-mail address was verified: within the
 * domains of the provider its word is taken, and anywhere where it is trusted.
 *
 * @throws {@link SamlFault} `subject` for a name that is another one each time
 */
export function personOfAssertion(
  provider: Pick<ProviderRow, 'claims' | 'trustsEmails' | 'domains'>,
  assertion: Assertion,
): ProviderIdentity {
  const { nameId, format } = assertion.subject;
  if (format === TRANSIENT_NAME_ID)
    throw new SamlFault('subject', 'its NameID is transient; send a persistent one');
  const isEmailVerified = provider.domains.length > 0;
  return readIdentity(provider, claimsOf(provider, assertion), { subject: nameId, isEmailVerified });
}

/**
 * The attributes of an assertion as claims, one value as a text. A claim that is set to its default and is not there
 * has the value of the first attribute with another usual name.
 */
function claimsOf(
  { claims: names }: Pick<ProviderRow, 'claims'>,
  { attributes, subject }: Assertion,
): Record<string, unknown> {
  const claims = new Map<string, unknown>(
    [...attributes].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
  for (const [field, usual] of Object.entries(usualAttributeNames)) {
    // The keys of the usual names are fields of claims.
    const name = names[field as keyof typeof usualAttributeNames];
    if (claims.has(name) || name !== defaultSamlClaims[field as keyof typeof usualAttributeNames]) continue;
    const found = usual.find((other) => claims.has(other));
    if (found !== undefined) claims.set(name, claims.get(found));
    else if (field === 'email' && subject.format === EMAIL_NAME_ID) claims.set(name, subject.nameId);
  }
  return Object.fromEntries(claims);
}
