import { createSign, randomBytes, type KeyObject } from 'node:crypto';

/** What a certificate says of its key. */
interface CertificateSubject {
  readonly commonName: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly publicKey: KeyObject;
  /** RSA; signs the certificate. */
  readonly privateKey: KeyObject;
}

/**
 * Makes a certificate that is signed with its own key, as partners of SAML exchange keys in. PEM.
 *
 * @see RFC 5280 section 4.1
 */
export function makeSelfSignedCertificate(subject: CertificateSubject): string {
  const { commonName, notBefore, notAfter, publicKey, privateKey } = subject;
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from(commonName)))));
  const content = sequence(
    VERSION_3,
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    SHA256_WITH_RSA,
    name,
    sequence(time(notBefore), time(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('RSA-SHA256').update(content).sign(privateKey);
  const certificate = sequence(content, SHA256_WITH_RSA, der(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** DER: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.of(0x80 | digits.length), digits]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

/** Years from 2050 on have four digits. */
function time(date: Date): Buffer {
  const text = `${date.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;
  return date.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(text.slice(2))) : der(0x18, Buffer.from(text));
}

const VERSION_3 = Buffer.from('a003020102', 'hex');
/** 2.5.4.3 */
const COMMON_NAME = Buffer.from('0603550403', 'hex');
/** 1.2.840.113549.1.1.11 and its empty parameters. */
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
