/** Why a person whom a provider has signed in does not come in. */
export const provisioningRefusals = {
  deactivated: 'The user is deactivated',
  email_missing: 'The identity provider tells no e-mail address of the person',
  email_unverified: 'The identity provider has not verified the e-mail address of the person',
  email_of_another:
    'The e-mail address belongs to a user who signs in as another person of the identity provider',
  not_provisioned: 'The person has no user, and the identity provider makes none',
} as const;

export type ProvisioningRefusal = keyof typeof provisioningRefusals;

/** Why a sign-in by a provider ends without a session. The sign-in page has words of its own for each. */
const signOnFailures = {
  ...provisioningRefusals,
  expired: 'The sign-in was not begun in this browser, or too long ago',
  attribute_mismatch: 'A claim does not have the type of the attribute that it is for',
  provider_failed: 'The identity provider has not signed the person in',
} as const;

type SignOnFailureCode = keyof typeof signOnFailures;

/** A sign-in by a provider that ends without a session. */
export class SignOnFailure extends Error {
  override readonly name = 'SignOnFailure';
  readonly code: SignOnFailureCode;
  /** For administrators alone. */
  readonly detail: string | undefined;

  constructor(
    code: SignOnFailureCode,
    { detail, ...options }: ErrorOptions & { detail?: string | undefined } = {},
  ) {
    super(signOnFailures[code], options);
    this.code = code;
    this.detail = detail;
  }
}
