import { limits } from '@oriel/contract';
import type { Assertion, SubjectConfirmation } from './assertion.ts';
import { SamlFault } from './saml-fault.ts';
import { ASSERTION_NAMESPACE } from './saml-names.ts';
import { parseXml } from './xml-document.ts';
import { attributeOf, childrenNamed, isNamed, textOf } from './xml-elements.ts';

/**
 * Reads an assertion from the text that its signature covers.
 *
 * @throws {@link SamlFault} `malformed`, `subject`
 */
export async function readAssertion(signedXml: string): Promise<Assertion> {
  const { documentElement: root } = await parseXml(signedXml);
  if (!isNamed(root, ASSERTION_NAMESPACE, 'Assertion')) throw new SamlFault('malformed');
  const id = attributeOf(root, 'ID');
  if (!id) throw new SamlFault('malformed', 'an assertion without an id');
  const subject = onlyChild(root, 'Subject');
  const statement = children(root, 'AuthnStatement')[0];
  return {
    id,
    version: attributeOf(root, 'Version'),
    issuer: textOf(onlyChild(root, 'Issuer')),
    issueInstant: attributeOf(root, 'IssueInstant'),
    subject: readSubject(subject),
    confirmations: subject ? children(subject, 'SubjectConfirmation').map(readConfirmation) : [],
    conditions: readConditions(onlyChild(root, 'Conditions')),
    sessionIndex: statement && attributeOf(statement, 'SessionIndex'),
    sessionNotOnOrAfter: statement && attributeOf(statement, 'SessionNotOnOrAfter'),
    hasAuthenticated: statement !== undefined,
    attributes: readAttributes(children(root, 'AttributeStatement')),
  };
}

function readSubject(subject: Element | undefined): Assertion['subject'] {
  const nameId = subject && onlyChild(subject, 'NameID');
  const text = textOf(nameId);
  if (!nameId || text === '') throw new SamlFault('subject');
  if (text.length > limits.MAX_NAME_LENGTH) throw new SamlFault('subject', 'its NameID is too long');
  return { nameId: text, format: attributeOf(nameId, 'Format') };
}

function readConfirmation(confirmation: Element): SubjectConfirmation {
  const data = onlyChild(confirmation, 'SubjectConfirmationData');
  return {
    method: attributeOf(confirmation, 'Method'),
    recipient: data && attributeOf(data, 'Recipient'),
    inResponseTo: data && attributeOf(data, 'InResponseTo'),
    notBefore: data && attributeOf(data, 'NotBefore'),
    notOnOrAfter: data && attributeOf(data, 'NotOnOrAfter'),
  };
}

function readConditions(conditions: Element | undefined): Assertion['conditions'] {
  if (!conditions) return undefined;
  return {
    notBefore: attributeOf(conditions, 'NotBefore'),
    notOnOrAfter: attributeOf(conditions, 'NotOnOrAfter'),
    audiences: children(conditions, 'AudienceRestriction').map((restriction) =>
      children(restriction, 'Audience').map(textOf),
    ),
  };
}

function readAttributes(statements: readonly Element[]): Map<string, string[]> {
  const attributes = new Map<string, string[]>();
  for (const attribute of statements.flatMap((statement) => children(statement, 'Attribute'))) {
    const name = attributeOf(attribute, 'Name');
    if (!name) continue;
    const values = children(attribute, 'AttributeValue').map(textOf).filter(Boolean);
    attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
  }
  return attributes;
}

function children(parent: Element, name: string): Element[] {
  return childrenNamed(parent, ASSERTION_NAMESPACE, name);
}

function onlyChild(parent: Element, name: string): Element | undefined {
  const [first, ...others] = children(parent, name);
  if (others.length > 0) throw new SamlFault('malformed', `${name} is there twice`);
  return first;
}
