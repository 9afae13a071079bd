import { refuse } from '@oriel/contract';
import { parseCertificate } from './certificates.ts';
import { SamlFault } from './saml-fault.ts';
import {
  METADATA_NAMESPACE,
  PROTOCOL_NAMESPACE,
  REDIRECT_BINDING,
  SIGNATURE_NAMESPACE,
} from './saml-names.ts';
import { parseXml } from './xml-document.ts';
import { attributeOf, childrenNamed, elementsOf, isNamed, textOf } from './xml-elements.ts';

/** What the metadata of an identity provider says, as the settings of a provider take it. */
export interface ProviderMetadata {
  readonly entityId: string;
  readonly signOnUrl: string;
  /** PEM; all that responses may be signed with. */
  readonly certificates: readonly string[];
}

/**
 * Reads the metadata of an identity provider.
 *
 * @throws `invalid_request` where it cannot be read, or misses what is needed
 */
export async function parseProviderMetadata(text: string): Promise<ProviderMetadata> {
  const root = await parseRoot(text);
  const entities = elementsOf(root).filter((element) =>
    isNamed(element, METADATA_NAMESPACE, 'EntityDescriptor'),
  );
  const roles = entities.flatMap((entity) =>
    childrenNamed(entity, METADATA_NAMESPACE, 'IDPSSODescriptor')
      .filter((role) =>
        (attributeOf(role, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(PROTOCOL_NAMESPACE),
      )
      .map((role) => ({ entityId: attributeOf(entity, 'entityID'), role })),
  );
  const [provider, ...others] = roles;
  if (!provider?.entityId) throw unreadable('it describes no identity provider of SAML 2.0');
  if (others.length > 0) throw unreadable('it describes several identity providers; give that of one');
  const services = childrenNamed(provider.role, METADATA_NAMESPACE, 'SingleSignOnService');
  const service = services.find((element) => attributeOf(element, 'Binding') === REDIRECT_BINDING);
  const signOnUrl = service && attributeOf(service, 'Location');
  if (!signOnUrl) throw unreadable('it names no sign-on address for the HTTP-Redirect binding');
  const certificates = [...new Set(signingCertificates(provider.role))];
  if (certificates.length === 0) throw unreadable('it holds no certificate that responses are signed with');
  return { entityId: provider.entityId, signOnUrl, certificates };
}

async function parseRoot(text: string): Promise<Element> {
  try {
    // Files of providers hold comments; what they say is for people, and nothing here is signed.
    return (await parseXml(withoutComments(text).trim())).documentElement;
  } catch (cause) {
    if (!(cause instanceof SamlFault)) throw cause;
    throw unreadable('it is no XML document, or one with a document type', cause);
  }
}

/** In one walk, also where comments do not end; those stay, and are refused. */
function withoutComments(text: string): string {
  const [first = '', ...others] = text.split('<!--');
  const behind = others.map((part) => {
    const end = part.indexOf('-->');
    return end === -1 ? `<!--${part}` : part.slice(end + 3);
  });
  return first + behind.join('');
}

/** A key without `use` is for everything. */
function signingCertificates(role: Element): string[] {
  return childrenNamed(role, METADATA_NAMESPACE, 'KeyDescriptor')
    .filter((key) => (attributeOf(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => elementsOf(key))
    .filter((element) => isNamed(element, SIGNATURE_NAMESPACE, 'X509Certificate'))
    .map((element) => parseCertificate(textOf(element)).pem);
}

function unreadable(reason: string, cause?: unknown) {
  return refuse('invalid_request', { reason: `The metadata cannot be used: ${reason}` }, { cause });
}
