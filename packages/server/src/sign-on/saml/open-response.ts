import { limits } from '@oriel/contract';
import { SamlFault } from './saml-fault.ts';
import { ASSERTION_NAMESPACE, PROTOCOL_NAMESPACE } from './saml-names.ts';
import { parseXml } from './xml-document.ts';
import { attributeOf, childrenNamed, isNamed, textOf } from './xml-elements.ts';

/** What a response says of itself before anything of it is verified: enough to know which provider to verify it by. */
export interface UnverifiedResponse {
  readonly xml: string;
  readonly document: Document;
  readonly issuer: string | undefined;
  readonly inResponseTo: string | undefined;
}

/**
 * Opens the `SAMLResponse` of a form.
 *
 * @throws {@link SamlFault} `malformed`, `too_large`, `forbidden_markup`
 */
export async function openResponse(field: string): Promise<UnverifiedResponse> {
  const xml = decode(field);
  const document = await parseXml(xml);
  const { documentElement: response } = document;
  if (!isNamed(response, PROTOCOL_NAMESPACE, 'Response')) throw new SamlFault('malformed');
  const [issuer] = [response, ...childrenNamed(response, ASSERTION_NAMESPACE, 'Assertion')].flatMap(
    (element) => childrenNamed(element, ASSERTION_NAMESPACE, 'Issuer'),
  );
  return {
    xml,
    document,
    issuer: issuer && textOf(issuer),
    inResponseTo: attributeOf(response, 'InResponseTo'),
  };
}

/** The texts of forms hold line breaks where the provider has folded them. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function decode(field: string): string {
  if (field.length > limits.MAX_SAML_DOCUMENT_LENGTH * 2) throw new SamlFault('too_large');
  const base64 = field.replaceAll(/\s+/g, '');
  if (!BASE64.test(base64)) throw new SamlFault('malformed', 'not in base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw new SamlFault('malformed', 'not in UTF-8', { cause });
  }
}
