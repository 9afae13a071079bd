import { inflateRawSync } from 'node:zlib';
import {
  encodeSamlResponse,
  makeSamlKey,
  signSamlResponse,
  type SamlKey,
  type SamlSigning,
} from './sign-saml-response.ts';
import { writeSamlResponse, type SamlResponseParts } from './write-saml-response.ts';

/** A person at a provider of tests. */
export interface SamlPerson {
  nameId: string;
  nameIdFormat?: string;
  attributes?: Readonly<Record<string, readonly string[]>>;
}

/** A request for sign-in, as a provider reads it. */
export interface SamlRequest {
  id: string;
  audience: string;
  callbackUrl: string;
  xml: string;
}

/** An identity provider of tests. It answers requests with signed responses. */
export interface SamlProvider {
  readonly entityId: string;
  readonly signOnUrl: string;
  readonly key: SamlKey;
  /** Its metadata, as its administrator downloads it. */
  readonly metadata: string;
  /** The response to a request, for the form that carries it, in base64. */
  answer(
    request: Pick<SamlRequest, 'audience' | 'callbackUrl'> & { id: string | undefined },
    person: SamlPerson,
    changes?: Partial<SamlResponseParts> & { key?: SamlKey; signing?: SamlSigning },
  ): string;
}

/** Makes an identity provider with a key of its own. */
export function makeSamlProvider(origin = 'https://idp.example.com', key = makeSamlKey()): SamlProvider {
  const entityId = `${origin}/entity`;
  const signOnUrl = `${origin}/sso`;
  return {
    entityId,
    signOnUrl,
    key,
    metadata: writeMetadata(entityId, signOnUrl, key),
    answer({ id, audience, callbackUrl }, person, { key: other, signing, ...changes } = {}) {
      const parts = { issuer: entityId, audience, callbackUrl, requestId: id, ...person, ...changes };
      return encodeSamlResponse(signSamlResponse(writeSamlResponse(parts), other ?? key, signing));
    },
  };
}

/** Reads the request that an address of the HTTP-Redirect binding carries. */
export function readSamlRequest(address: string): SamlRequest {
  const field = new URL(address).searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(field, 'base64')).toString();
  const valueOf = (pattern: RegExp) => {
    const [, value] = pattern.exec(xml) ?? [];
    if (value === undefined) throw new Error(`The request has no ${pattern.source}: ${xml}`);
    return value;
  };
  return {
    id: valueOf(/ ID="([^"]+)"/),
    audience: valueOf(/<saml:Issuer[^>]*>([^<]+)</),
    callbackUrl: valueOf(/AssertionConsumerServiceURL="([^"]+)"/),
    xml,
  };
}

function writeMetadata(entityId: string, signOnUrl: string, { certificate }: SamlKey): string {
  const base64 = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${base64}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
}
