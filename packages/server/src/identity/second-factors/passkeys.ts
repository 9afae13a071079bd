import { refuse, type AddPasskeyInput, type PasskeyAssertion } from '@oriel/contract';
import type { WebAuthnCredential } from '@simplewebauthn/server';

/** Where passkeys belong: the host that users reach the account at. */
export interface RelyingParty {
  /** `https://oriel.example.com` */
  readonly origin: string;
  /** The host alone. */
  readonly id: string;
}

/** A passkey as it is stored. */
export interface StoredPasskey {
  readonly id: number;
  readonly userId: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
}

/** What is stored of a new one. */
export type NewPasskey = Omit<StoredPasskey, 'id' | 'userId'> & { readonly isBackedUp: boolean };

/** The relying party of an address of the server. */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const { origin, hostname } = new URL(baseUrl);
  return { origin, id: hostname };
}

const describe = ({ credentialId, transports }: Pick<StoredPasskey, 'credentialId' | 'transports'>) => ({
  id: credentialId.toString('base64url'),
  transports,
});

/** Options to use a passkey: one of these, or any that the browser has for the relying party. */
export async function usingOptions(
  party: RelyingParty,
  { allowed, mustVerifyUser }: { allowed: readonly StoredPasskey[]; mustVerifyUser: boolean },
) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: allowed.map(describe),
    userVerification: mustVerifyUser ? 'required' : 'discouraged',
  });
}

/** Options to make a passkey for a user, which none of theirs may have. */
export async function makingOptions(
  party: RelyingParty,
  user: { id: number; tenantId: number; email: string; tenantName: string },
  known: readonly StoredPasskey[],
) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: user.tenantName,
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.email,
    // It says nothing about the user; the same for all of theirs, so that an authenticator keeps one.
    userID: new TextEncoder().encode(`${user.tenantId}:${user.id}`),
    attestationType: 'none',
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** Checks a new passkey: its challenge, origin and relying party. @throws `passkey_refused` */
export async function verifyNewPasskey(
  party: RelyingParty,
  challenge: string,
  input: AddPasskeyInput,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { id, clientDataJSON, attestationObject, transports = [] } = input;
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch((cause: unknown) => {
    throw refuse('passkey_refused', undefined, { cause });
  });
  if (!verified.verified) throw refuse('passkey_refused');
  const { credential, credentialBackedUp: isBackedUp } = verified.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    isBackedUp,
  };
}

/** A use of a passkey, as it is expected. */
interface ExpectedUse {
  readonly passkey: StoredPasskey;
  readonly challenge: string;
  /** Whether the authenticator has to have asked for a PIN, a finger or a face. */
  readonly mustVerifyUser: boolean;
}

/**
 * Checks the use of a passkey: its signature, challenge, origin, relying party and counter. Answers with the new
 * counter.
 *
 * @throws `second_factor_wrong`
 */
export async function verifyPasskey(
  party: RelyingParty,
  { passkey, challenge, mustVerifyUser }: ExpectedUse,
  { id, ...response }: PasskeyAssertion,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const credential: WebAuthnCredential = {
    id: passkey.credentialId.toString('base64url'),
    publicKey: new Uint8Array(passkey.publicKey),
    counter: passkey.counter,
  };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential,
    requireUserVerification: mustVerifyUser,
  }).catch((cause: unknown) => {
    throw refuse('second_factor_wrong', undefined, { cause });
  });
  if (!verified) throw refuse('second_factor_wrong');
  return authenticationInfo.newCounter;
}
