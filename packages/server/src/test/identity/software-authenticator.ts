import type { AddPasskeyInput, PasskeyAssertion } from '@oriel/contract';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, generateKeyPairSync, randomBytes, sign, type JsonWebKey } from 'node:crypto';

/** Where a passkey of a test is made or used, and how. */
interface PasskeyUse {
  readonly challenge: string;
  /** Default the loopback host of the tests. */
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the user was asked for a PIN or a finger; default true. */
  readonly isUserVerified?: boolean;
}

/** An authenticator in software, with one passkey. */
export interface SoftwareAuthenticator {
  make(use: PasskeyUse, name?: string): AddPasskeyInput;
  /** Counts one further each time, or says what is asked. */
  use(use: PasskeyUse, counter?: number): PasskeyAssertion;
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const AAGUID = Buffer.alloc(16);

/** Makes an authenticator with a key of P-256. */
export function createSoftwareAuthenticator(): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let uses = 0;
  const dataOf = (
    { rpId = 'localhost', isUserVerified = true }: PasskeyUse,
    flags: number,
    counter: number,
  ) => {
    const head = Buffer.alloc(5);
    head[0] = FLAGS.userPresent | (isUserVerified ? FLAGS.userVerified : 0) | flags;
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head]);
  };
  return {
    make(use, name = 'Laptop') {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = coseKeyOf(publicKey.export({ format: 'jwk' }));
      const authData = Buffer.concat([dataOf(use, FLAGS.attested, 0), AAGUID, length, credentialId, key]);
      const attestation = new Map<string, string | Uint8Array | Map<never, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<never, never>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        name,
        id,
        clientDataJSON: clientDataOf('webauthn.create', use).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      };
    },
    use(use, counter = (uses += 1)) {
      const authenticatorData = dataOf(use, 0, counter);
      const clientData = clientDataOf('webauthn.get', use);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return {
        id,
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      };
    },
  };
}

function clientDataOf(type: string, { challenge, origin = 'http://localhost' }: PasskeyUse): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** @see RFC 9053 section 7.1 */
function coseKeyOf({ x = '', y = '' }: JsonWebKey): Buffer {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
  return Buffer.from(isoCBOR.encode(key));
}
