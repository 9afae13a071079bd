import { X509Certificate } from 'node:crypto';
import { refuse } from '@oriel/contract';

/** Shorter keys can be factored. */
const MIN_KEY_BITS = 2048;

/** A certificate that responses may be signed with. Times are ISO 8601. */
interface TrustedCertificate {
  readonly pem: string;
  readonly subject: string;
  /** SHA-256 in hexadecimal, pairs by colon. */
  readonly fingerprint: string;
  readonly validFrom: string;
  readonly validUntil: string;
}

/**
 * Reads a certificate: PEM, or the base64 that stands in metadata.
 *
 * What is trusted is its key. Providers sign with their own certificates, and go on after the end of their validity, so
 * times are for people to read.
 *
 * @throws `invalid_request` for what is no certificate, and for a key that is not RSA of 2,048 bits or more
 */
export function parseCertificate(text: string): TrustedCertificate {
  const certificate = readCertificate(text);
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS)
    throw refuse('invalid_request', {
      reason: `The certificate has a key of the type ${asymmetricKeyType}; take RSA with at least ${MIN_KEY_BITS} bits`,
    });
  return {
    pem: certificate.toString().trim(),
    subject: certificate.subject.replaceAll('\n', ', '),
    fingerprint: certificate.fingerprint256,
    validFrom: certificate.validFromDate.toISOString(),
    validUntil: certificate.validToDate.toISOString(),
  };
}

const PEM = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;

/**
 * Reads the certificates of texts, each once: PEM one after the other, or one in base64.
 * @throws as {@link parseCertificate}
 */
export function parseCertificates(texts: readonly string[]): TrustedCertificate[] {
  const found = texts.flatMap((text) => text.match(PEM) ?? [text]).map((pem) => parseCertificate(pem));
  return [...new Map(found.map((certificate) => [certificate.fingerprint, certificate])).values()];
}

function readCertificate(text: string): X509Certificate {
  const base64 = text.replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s+/g, '');
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw refuse(
      'invalid_request',
      { reason: 'The text holds no X.509 certificate; paste it in PEM' },
      { cause },
    );
  }
}
