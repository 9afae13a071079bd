import { SamlFault } from './saml-fault.ts';
import { ASSERTION_NAMESPACE } from './saml-names.ts';
import { checkSignature } from './signature-structure.ts';
import { elementsOf, isNamed } from './xml-elements.ts';

/**
 * Checks that a response has the one shape in which nothing can be hidden: one response with one assertion directly
 * below it, signatures as children of these two that refer to their parents, ids that are there once. Signature
 * wrapping needs a second element to be taken for the first, wherever it stands.
 *
 * It says nothing of what the signatures are worth.
 *
 * @throws {@link SamlFault} `structure`, `encrypted`, `unsigned`, `algorithm`
 */
export function checkStructure({ documentElement: response }: Document): void {
  const elements = elementsOf(response);
  checkIds(elements);
  const assertion = findAssertion(response, elements);
  const signatures = elements.filter(({ localName }) => localName === 'Signature');
  if (signatures.length === 0) throw new SamlFault('unsigned');
  for (const holder of [response, assertion]) {
    const own = signatures.filter(({ parentNode }) => parentNode === holder);
    if (own.length > 1) throw new SamlFault('structure', 'two signatures of one element');
    for (const signature of own) checkSignature(signature, holder);
  }
  if (signatures.some(({ parentNode }) => parentNode !== response && parentNode !== assertion))
    throw new SamlFault('structure', 'a signature in another place');
}

/** Names are compared without their namespaces: what reads less carefully must find nothing else either. */
function findAssertion(response: Element, elements: readonly Element[]): Element {
  if (elements.some(({ localName }) => localName === 'EncryptedAssertion')) throw new SamlFault('encrypted');
  const responses = elements.filter(({ localName }) => localName === 'Response');
  if (responses.length > 1) throw new SamlFault('structure', 'two responses');
  const [assertion, ...others] = elements.filter(({ localName }) => localName === 'Assertion');
  if (others.length > 0) throw new SamlFault('structure', 'two assertions');
  if (!assertion) throw new SamlFault('structure', 'no assertion');
  if (assertion.parentNode !== response || !isNamed(assertion, ASSERTION_NAMESPACE, 'Assertion'))
    throw new SamlFault('structure', 'the assertion is in another place');
  return assertion;
}

function checkIds(elements: readonly Element[]): void {
  const ids = new Set<string>();
  for (const element of elements)
    for (const { localName, value } of Array.from(element.attributes)) {
      if (localName.toLowerCase() !== 'id') continue;
      if (ids.has(value)) throw new SamlFault('structure', 'an id that is there twice');
      ids.add(value);
    }
}
