import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate in PEM for a host of a test, which a browser takes that is told to ignore who signed it. */
export interface Certificate {
  cert: string;
  key: string;
}

/** ECDSA with SHA-256, 1.2.840.10045.4.3.2. */
const ALGORITHM = tlv(0x30, tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
/** The common name, 2.5.4.3. */
const COMMON_NAME = tlv(0x06, Buffer.from('550403', 'hex'));

/**
 * Signs a certificate with its own key; Node.js has no function for it.
 *
 * @see RFC 5280 section 4.1
 */
export function makeCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = tlv(0x30, tlv(0x31, tlv(0x30, COMMON_NAME, tlv(0x0c, Buffer.from('localhost')))));
  const validity = tlv(0x30, utcTime(-1), utcTime(30));
  const content = tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    ALGORITHM,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const der = tlv(0x30, content, ALGORITHM, signature);
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** An element of DER: its tag, its length and its content. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const lengthBytes =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}

function utcTime(days: number): Buffer {
  const time = new Date(Date.now() + days * 86_400_000).toISOString();
  return tlv(0x17, Buffer.from(`${time.replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
}
