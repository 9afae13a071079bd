import { adminOnly, anyone, inPerson, signedIn } from '../access.ts';
import { MAX_NAME_LENGTH, MAX_PASSKEY_BYTES, MAX_PASSWORD_LENGTH, MAX_USER_PASSKEYS } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  id,
  input,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  pick,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { CurrentUser } from './identity.ts';

const base64url = (description: string) =>
  text(description, {
    minLength: 1,
    maxLength: MAX_PASSKEY_BYTES,
    pattern: '^[A-Za-z0-9_-]+$',
    example: 'o2NmbXQ',
  });

export const PasskeyAssertion = input(
  'What the browser answers when a passkey is used, each part in base64url.',
  {
    id: base64url('Id of the passkey.'),
    clientDataJSON: base64url('`response.clientDataJSON` of the browser, in base64url.'),
    authenticatorData: base64url('`response.authenticatorData` of the browser, in base64url.'),
    signature: base64url('`response.signature` of the browser, in base64url.'),
  },
);
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

const code = text('Six digits of the authenticator.', {
  minLength: 6,
  maxLength: 7,
  pattern: '^[0-9]{3} ?[0-9]{3}$',
  example: '123456',
});
const recoveryCode = text('A recovery code, in any case, with or without dashes.', {
  minLength: 16,
  maxLength: 40,
  example: 'h7kq-2m9x-4tzw-8rbd',
});

export const SecondFactorMethod = oneOf('What a second factor is given with.', [
  'totp',
  'passkey',
  'recovery-code',
]);
export type SecondFactorMethod = Static<typeof SecondFactorMethod>;

export const SignInChallenge = object('A sign-in that waits for its second factor.', {
  methods: list(SecondFactorMethod, 'What the user has set up, the strongest first.', { maxItems: 3 }),
  expiresAt: timestamp('Until when; then the password is asked for again.'),
});
export type SignInChallenge = Static<typeof SignInChallenge>;

export const SecondFactorInput = input('A second factor, by exactly one of these.', {
  code: optional(code),
  recoveryCode: optional(recoveryCode),
  passkey: optional(describe(PasskeyAssertion, 'A passkey, used with the options for a second factor.')),
});
export type SecondFactorInput = Static<typeof SecondFactorInput>;

export const PasskeyPurpose = oneOf(
  'Whether the passkey signs in by itself, which takes the PIN or the finger of its user, or is the second factor after a password.',
  ['sign-in', 'second-factor'],
);
export type PasskeyPurpose = Static<typeof PasskeyPurpose>;

export const PasskeyOptionsInput = input('What the passkey is for.', {
  purpose: describe(PasskeyPurpose, 'What it is for.'),
});
export type PasskeyOptionsInput = Static<typeof PasskeyOptionsInput>;

export const PasskeyOptions = object('What the browser is asked with.', {
  publicKey: freeObject('The `publicKey` of `navigator.credentials`, in the JSON form of WebAuthn level 3.'),
});
export type PasskeyOptions = Static<typeof PasskeyOptions>;

export const Passkey = object('A passkey or security key of a user.', {
  id: id('Id of the passkey.'),
  name: text('What its user calls it.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: 'Work laptop' }),
  isBackedUp: boolean('Whether it is kept by a service that brings it to other devices.'),
  createdAt: timestamp('When it was added.'),
  lastUsedAt: nullable(timestamp('When it was last used; null means never.')),
});
export type Passkey = Static<typeof Passkey>;

export const TotpFactor = object('An authenticator app.', {
  confirmedAt: timestamp('Since when it is asked for.'),
});
export type TotpFactor = Static<typeof TotpFactor>;

export const SecondFactors = object('The second factors of a user.', {
  isRequired: boolean('Whether the account demands one after a password.'),
  totp: nullable(describe(TotpFactor, 'The authenticator app; null for none.')),
  passkeys: list(Passkey, 'The passkeys, oldest first.', { maxItems: MAX_USER_PASSKEYS }),
  recoveryCodes: integer('Recovery codes that are left.', { minimum: 0, example: 10 }),
});
export type SecondFactors = Static<typeof SecondFactors>;

export const TotpSecret = object('What an authenticator app needs. It is asked for once it is confirmed.', {
  secret: text('The key in base32, to be typed.', { example: 'JBSWY3DPEHPK3PXP' }),
  url: text('The same as an address for a QR code.', {
    example: 'otpauth://totp/Oriel:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Oriel',
  }),
});
export type TotpSecret = Static<typeof TotpSecret>;

export const CodeInput = input('A code of the authenticator.', { code });
export type CodeInput = Static<typeof CodeInput>;

export const RecoveryCodes = object('Recovery codes; they are in this answer and nowhere else.', {
  recoveryCodes: list(
    text('A code, which works once.', { example: 'h7kq-2m9x-4tzw-8rbd' }),
    'The codes, which are shown this once.',
  ),
});
export type RecoveryCodes = Static<typeof RecoveryCodes>;

const firstCodes = nullable(
  list(
    text('A code, which works once.', { example: 'h7kq-2m9x-4tzw-8rbd' }),
    'Recovery codes, with the first factor; else null.',
  ),
);

export const ConfirmedTotp = object('The authenticator is asked for from now on.', {
  recoveryCodes: firstCodes,
});
export type ConfirmedTotp = Static<typeof ConfirmedTotp>;

export const AddPasskeyInput = input('A passkey that the browser has made, each part in base64url.', {
  ...pick(Passkey, 'name'),
  id: base64url('Id of the passkey.'),
  clientDataJSON: base64url('`response.clientDataJSON` of the browser, in base64url.'),
  attestationObject: base64url('`response.attestationObject` of the browser, in base64url.'),
  transports: optional(
    list(text('A name.', { maxLength: 20, example: 'internal' }), 'How the browser reaches it.', {
      maxItems: 10,
    }),
  ),
});
export type AddPasskeyInput = Static<typeof AddPasskeyInput>;

export const AddedPasskey = object('A new passkey.', {
  passkey: describe(Passkey, 'The passkey that was added.'),
  recoveryCodes: firstCodes,
});
export type AddedPasskey = Static<typeof AddedPasskey>;

export const RenamePasskeyInput = input('What a passkey is called.', { ...pick(Passkey, 'name') });
export type RenamePasskeyInput = Static<typeof RenamePasskeyInput>;

export const AuthenticateAgainInput = input('The password, once more.', {
  password: text('The current password of the user.', {
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'correct horse battery staple',
  }),
});
export type AuthenticateAgainInput = Static<typeof AuthenticateAgainInput>;

const path = '/api/v1/second-factors';
const signIn = operationsTagged('Identity');
const operation = operationsTagged('Second Factors');
/** Also for a user who has to set one up before anything else. */
const enrolling = { ...inPerson, takesEnrolling: true } as const;
const recent =
  'It asks for a recent authentication: one within ten minutes, by signing in or by `authenticateAgain`.';

export const secondFactorOperations = {
  getSignInChallenge: signIn('GET /api/v1/sign-in/challenge', {
    summary: 'Get what a sign-in waits for',
    description:
      'After `signIn` was refused with `second_factor_required`, in the same browser: its cookie is the challenge.',
    access: anyone,
    answer: SignInChallenge,
    refusals: ['sign_in_challenge_unknown'],
  }),
  signInWithSecondFactor: signIn('POST /api/v1/sign-in/second-factor', {
    summary: 'Sign in with a second factor',
    description:
      'Ends the sign-in that the browser has begun with a password. A code and a recovery code work once, on any server; after ' +
      'five wrong ones the password is asked for again, and wrong ones are limited for each account.',
    access: anyone,
    body: SecondFactorInput,
    answer: CurrentUser,
    refusals: ['sign_in_challenge_unknown', 'second_factor_wrong', 'sign_in_failed'],
  }),
  getPasskeyOptions: signIn('POST /api/v1/sign-in/passkey/options', {
    summary: 'Begin to use a passkey',
    description:
      'What the browser is asked with. The answer is expected from the same browser, within ten minutes, once.',
    access: anyone,
    body: PasskeyOptionsInput,
    answer: PasskeyOptions,
    refusals: ['sign_in_challenge_unknown'],
  }),
  signInWithPasskey: signIn('POST /api/v1/sign-in/passkey', {
    summary: 'Sign in with a passkey',
    description:
      'Without a password: the passkey has to verify its user (PIN, finger, face), and so counts for both factors.',
    access: anyone,
    body: PasskeyAssertion,
    answer: CurrentUser,
    refusals: ['sign_in_challenge_unknown', 'second_factor_wrong', 'sign_in_failed'],
  }),
  authenticateAgain: operation('POST /api/v1/sessions/current/authenticate', {
    summary: 'Prove once more who you are',
    description:
      'Makes the authentication of the session a recent one, for changes that ask for it. A user without a password signs out ' +
      'and in again instead. Wrong passwords count as failed sign-ins.',
    access: enrolling,
    body: AuthenticateAgainInput,
    refusals: ['password_wrong'],
  }),
  getSecondFactors: operation(`GET ${path}`, {
    summary: 'Get your second factors',
    description: 'Of the calling user; of another user for administrators. Nothing in it is a secret.',
    access: { ...signedIn, takesEnrolling: true },
    query: {
      userId: optional(id('The user in question; default the caller. Others for administrators alone.')),
    },
    answer: SecondFactors,
    refusals: ['admin_only', 'user_not_found'],
  }),
  startTotp: operation(`POST ${path}/totp`, {
    summary: 'Begin to set up an authenticator app',
    description: `It is not asked for before a code of it has been confirmed; beginning again makes another key. ${recent}`,
    access: enrolling,
    answer: TotpSecret,
    refusals: ['recent_authentication_required', 'totp_already_set_up'],
  }),
  confirmTotp: operation(`POST ${path}/totp/confirm`, {
    summary: 'Confirm an authenticator app',
    description:
      'By a code of it. From now on it is asked for after the password. With the first factor the answer has ten recovery codes.',
    access: enrolling,
    body: CodeInput,
    answer: ConfirmedTotp,
    refusals: ['second_factor_wrong', 'totp_not_started'],
  }),
  removeTotp: operation(`DELETE ${path}/totp`, {
    summary: 'Remove your authenticator app',
    description: `With the last factor the recovery codes go as well. ${recent}`,
    access: inPerson,
    refusals: ['recent_authentication_required', 'second_factor_demanded'],
  }),
  startPasskey: operation(`POST ${path}/passkeys/options`, {
    summary: 'Begin to add a passkey',
    description: `What the browser is asked with. ${recent}`,
    access: enrolling,
    answer: PasskeyOptions,
    refusals: ['recent_authentication_required', 'too_many_passkeys'],
  }),
  addPasskey: operation(`POST ${path}/passkeys`, {
    summary: 'Add a passkey',
    description:
      'What the browser has answered to `startPasskey`, in the same session, within ten minutes, once. With the first factor the ' +
      'answer has ten recovery codes.',
    access: enrolling,
    body: AddPasskeyInput,
    answer: AddedPasskey,
    refusals: ['passkey_refused', 'too_many_passkeys'],
  }),
  renamePasskey: operation(`PATCH ${path}/passkeys/{passkeyId}`, {
    summary: 'Rename a passkey',
    description: 'Only passkeys of the calling user are there.',
    access: inPerson,
    body: RenamePasskeyInput,
    answer: Passkey,
  }),
  removePasskey: operation(`DELETE ${path}/passkeys/{passkeyId}`, {
    summary: 'Remove a passkey',
    description: `With the last factor the recovery codes go as well. ${recent}`,
    access: inPerson,
    refusals: ['recent_authentication_required', 'second_factor_demanded'],
  }),
  renewRecoveryCodes: operation(`POST ${path}/recovery-codes`, {
    summary: 'Make new recovery codes',
    description: `Ten, in the place of those that there were. ${recent}`,
    access: inPerson,
    answer: RecoveryCodes,
    refusals: ['recent_authentication_required', 'second_factor_missing'],
  }),
  resetSecondFactors: operationsTagged('Users Admin')('DELETE /api/v1/users/{userId}/second-factors', {
    summary: 'Remove the second factors of a user',
    description:
      'All of them, with the recovery codes, for a user who has lost them. Their console sessions end. Where the account demands a ' +
      'second factor, they set one up at the next sign-in.',
    access: adminOnly,
  }),
};
