import type { Assertion } from './assertion.ts';
import { EMAIL_NAME_ID } from './saml-names.ts';
import { usualAttributeNames } from './usual-attribute-names.ts';

/** The attributes that a provider is set to send; null for the usual names. */
export interface AttributeNames {
  readonly email: string | null;
  readonly name: string | null;
  readonly groups: string | null;
}

/** What an assertion says of its user. */
export interface SamlProfile {
  readonly subject: string;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  /** Undefined where the assertion has no such attribute: nothing is known of groups then. */
  readonly groups: readonly string[] | undefined;
}

/** Reads a profile of an assertion by the names that its provider gives to attributes. */
export function mapAttributes({ subject, attributes }: Assertion, names: AttributeNames): SamlProfile {
  const valuesOf = (field: keyof typeof usualAttributeNames, set: string | null = null) => {
    const candidates: readonly string[] = set === null ? usualAttributeNames[field] : [set];
    const found = candidates.find((name) => attributes.has(name));
    return found === undefined ? undefined : attributes.get(found);
  };
  const nameIdEmail = subject.format === EMAIL_NAME_ID ? subject.nameId : undefined;
  return {
    subject: subject.nameId,
    email: valuesOf('email', names.email)?.[0] ?? nameIdEmail,
    name: valuesOf('name', names.name)?.[0],
    givenName: valuesOf('givenName')?.[0],
    familyName: valuesOf('familyName')?.[0],
    groups: valuesOf('groups', names.groups),
  };
}
