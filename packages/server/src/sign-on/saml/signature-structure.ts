import { SamlFault } from './saml-fault.ts';
import { acceptedAlgorithms, SIGNATURE_NAMESPACE } from './saml-names.ts';
import { attributeOf, childElements, childrenNamed, elementsOf } from './xml-elements.ts';

/**
 * Checks that a signature has the shape of one over the element that it stands in, with algorithms that are accepted.
 *
 * @throws {@link SamlFault} `structure`, `algorithm`
 */
export function checkSignature(signature: Element, holder: Element): void {
  if (signature.namespaceURI !== SIGNATURE_NAMESPACE)
    throw new SamlFault('structure', 'a signature of another kind');
  const names = childElements(signature).map(({ localName }) => localName);
  if (names.filter((name) => name === 'SignedInfo').length !== 1 || names.includes('Object'))
    throw new SamlFault('structure', 'a signature with objects');
  checkAlgorithms(signature);
  const references = elementsOf(signature).filter(({ localName }) => localName === 'Reference');
  const [reference] = references;
  const id = attributeOf(holder, 'ID');
  if (references.length !== 1 || !reference || !id || attributeOf(reference, 'URI') !== `#${id}`)
    throw new SamlFault('structure', 'a signature that refers to another element');
}

function checkAlgorithms(signature: Element): void {
  const [signedInfo] = childrenNamed(signature, SIGNATURE_NAMESPACE, 'SignedInfo');
  if (!signedInfo) throw new SamlFault('structure', 'a signature without content');
  const found = elementsOf(signature);
  for (const [name, accepted] of Object.entries(acceptedAlgorithms)) {
    const methods = found.filter(({ localName }) => localName === name);
    const names: readonly string[] = accepted;
    for (const method of methods) {
      const algorithm = attributeOf(method, 'Algorithm') ?? '';
      if (!names.includes(algorithm)) throw new SamlFault('algorithm', algorithm);
    }
    if (methods.length === 0 && name !== 'Transform') throw new SamlFault('algorithm', `no ${name}`);
    if (methods.length > 1 && name !== 'Transform') throw new SamlFault('structure', `two ${name}`);
  }
}
