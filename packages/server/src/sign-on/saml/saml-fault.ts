/** What a SAML response is refused for, as an administrator reads it in the log and in a test run. */
const samlFaults = {
  malformed: 'it is not a SAML 2.0 response',
  too_large: 'it is too large or nested too deeply',
  forbidden_markup: 'it holds a document type, a comment, a CDATA section or a processing instruction',
  structure: 'it has to hold one assertion, and no other elements that an assertion could be taken for',
  encrypted: 'its assertion is encrypted; switch the encryption of assertions off at the provider',
  unsigned: 'neither the response nor its assertion is signed',
  algorithm: 'it is signed with an algorithm that is not accepted; SHA-256 or SHA-512 with RSA is',
  signature: 'its signature fits none of the certificates of the provider',
  status: 'the provider has not signed the user in',
  issuer: 'it comes from another issuer',
  destination: 'it is meant for another address',
  recipient: 'its assertion does not confirm a bearer for this address',
  audience: 'its assertion is meant for another audience',
  expired: 'it is too old, or the clock of the provider is slow',
  not_yet_valid: 'it is not valid yet, or the clock of the provider is fast',
  request: 'it answers no sign-in that this browser has begun',
  unsolicited: 'it answers no request, and sign-in that the provider begins is switched off',
  replayed: 'it was used before',
  subject: 'it does not name its user',
} as const;

export type SamlFaultCode = keyof typeof samlFaults;

/**
 * A SAML response that signs nobody in. `detail` is for the log and for administrators: it may hold what the response
 * says.
 */
export class SamlFault extends Error {
  readonly code: SamlFaultCode;
  readonly detail: string | undefined;

  constructor(code: SamlFaultCode, detail?: string, options?: ErrorOptions) {
    super(`The SAML response is refused: ${samlFaults[code]}${detail ? ` (${detail})` : ''}`, options);
    this.code = code;
    this.detail = detail;
  }
}
