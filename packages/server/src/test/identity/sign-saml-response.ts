import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  SignedXml,
  type CanonicalizationAlgorithmType,
  type HashAlgorithmType,
  type SignatureAlgorithmType,
} from 'xml-crypto';
import { makeSelfSignedCertificate } from '../hosts/self-signed-certificate.ts';

/** A key that a provider of tests signs with. */
export interface SamlKey {
  readonly privateKey: KeyObject;
  /** PEM. */
  readonly certificate: string;
}

/** Makes a key with a certificate; its validity says nothing of whether it is trusted. */
export function makeSamlKey(commonName = 'Identity provider', modulusLength = 2048): SamlKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  const notBefore = new Date('2026-01-01T00:00:00Z');
  const notAfter = new Date('2036-01-01T00:00:00Z');
  const certificate = makeSelfSignedCertificate({ commonName, notBefore, notAfter, privateKey, publicKey });
  return { privateKey, certificate };
}

/** How an element of a response is signed; the default is what providers do. */
export interface SamlSigning {
  signs?: 'Assertion' | 'Response';
  signatureAlgorithm?: SignatureAlgorithmType;
  digestAlgorithm?: HashAlgorithmType;
  canonicalizationAlgorithm?: CanonicalizationAlgorithmType;
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Signs an element of a response with an enveloped signature behind its issuer. */
export function signSamlResponse(xml: string, key: SamlKey, signing: SamlSigning = {}): string {
  const { signs = 'Assertion', canonicalizationAlgorithm = EXCLUSIVE } = signing;
  const signed = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: signing.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm,
  });
  const xpath = `//*[local-name(.)='${signs}']`;
  signed.addReference({
    xpath,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonicalizationAlgorithm],
    digestAlgorithm: signing.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signed.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signed.getSignedXml();
}

/** A response as a form of the browser carries it. */
export function encodeSamlResponse(xml: string): string {
  return Buffer.from(xml).toString('base64');
}
