import type { AddPasskeyInput, PasskeyAssertion, PasskeyOptions } from '@oriel/contract';
import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Whether the browser knows passkeys. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Has the browser use a passkey. @throws what the browser says, also where its user has stopped it */
export async function assertPasskey({ publicKey }: PasskeyOptions): Promise<PasskeyAssertion> {
  // The server has made them in this form.
  const optionsJSON = publicKey as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Has the browser make a passkey. @throws as {@link assertPasskey} */
export async function makePasskey({ publicKey }: PasskeyOptions, name: string): Promise<AddPasskeyInput> {
  // As above.
  const optionsJSON = publicKey as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return { name, id, clientDataJSON, attestationObject, ...(transports && { transports }) };
}
