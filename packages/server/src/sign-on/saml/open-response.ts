import { checkStructure } from './response-structure.ts';
import { SamlFault } from './saml-fault.ts';
import { ASSERTION_NAMESPACE, PROTOCOL_NAMESPACE, STATUS_SUCCESS } from './saml-names.ts';
import { MAX_XML_CHARACTERS, parseXml } from './xml-document.ts';
import { attributeOf, childrenNamed, textOf } from './xml-elements.ts';

/** What a response says of itself before anything of it is verified: enough to know which provider to verify it by. */
export interface UnverifiedResponse {
  readonly xml: string;
  readonly document: Document;
  readonly issuer: string | undefined;
  readonly inResponseTo: string | undefined;
}

/**
 * Opens the `SAMLResponse` of a form and checks its shape.
 *
 * @throws {@link SamlFault}
 */
export async function openResponse(field: string): Promise<UnverifiedResponse> {
  const xml = decode(field);
  const document = await parseXml(xml);
  const { documentElement: response } = document;
  checkStatus(response);
  checkStructure(document);
  const issuers = [response, ...childrenNamed(response, ASSERTION_NAMESPACE, 'Assertion')].flatMap(
    (element) => childrenNamed(element, ASSERTION_NAMESPACE, 'Issuer').map(textOf),
  );
  return { xml, document, issuer: issuers[0], inResponseTo: attributeOf(response, 'InResponseTo') };
}

/** The texts of forms hold line breaks where the provider has folded them. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function decode(field: string): string {
  if (field.length > MAX_XML_CHARACTERS * 2) throw new SamlFault('too_large');
  const base64 = field.replaceAll(/\s+/g, '');
  if (!BASE64.test(base64)) throw new SamlFault('malformed', 'not in base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw new SamlFault('malformed', 'not in UTF-8', { cause });
  }
}

/** Providers do not sign what they refuse; what it says is for the log, and nobody is signed in by it. */
function checkStatus(response: Element): void {
  const [status] = childrenNamed(response, PROTOCOL_NAMESPACE, 'Status');
  const [code] = status ? childrenNamed(status, PROTOCOL_NAMESPACE, 'StatusCode') : [];
  const text = code && attributeOf(code, 'Value');
  if (text === undefined) throw new SamlFault('malformed', 'no status');
  if (text === STATUS_SUCCESS) return;
  const [message] = status ? childrenNamed(status, PROTOCOL_NAMESPACE, 'StatusMessage') : [];
  throw new SamlFault('status', (textOf(message) || text).slice(0, 200));
}
