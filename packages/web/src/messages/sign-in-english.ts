/**
 * The English texts of the way in, which the window of an embedded surface shows as well: they are translated, in
 * `sign-in-languages`.
 */
export const signInEnglish = {
  embedSignIn: {
    done: 'You are signed in',
    doneHint: 'You can close this window.',
    failed: 'The sign-in could not be handed on',
    alone: 'No view has asked for a sign-in',
    aloneHint: 'Go back to the page that you came from, and choose Sign in there.',
  },
  signIn: {
    title: 'Sign in',
    hint: "The first start prints the administrator's sign-in.",
    email: 'E-mail',
    password: 'Password',
    forgot: 'Forgot your password?',
    back: 'Back to the sign-in',
    with: 'Continue with {{name}}',
    or: 'or',
    withPassword: 'Sign in with a password',
    refused: {
      sign_in_failed: 'The e-mail address or the password is wrong.',
      password_sign_in_disabled: 'Passwords are not taken here. Sign in by an identity provider.',
      sign_in_challenge_unknown: 'The sign-in has expired, or began in another browser. Begin again.',
      second_factor_wrong: 'The code or the passkey is not valid, or was used before.',
    },
    problem: {
      deactivated: 'Your user is deactivated. Ask an administrator.',
      email_missing: 'The identity provider has sent no e-mail address of yours.',
      email_unverified: 'The identity provider has not verified your e-mail address.',
      email_of_another:
        'Your e-mail address belongs to a user who signs in in another way. Ask an administrator.',
      not_provisioned: 'There is no user for you yet. Ask an administrator.',
      expired: 'This sign-in has expired, or began in another browser. Try again.',
      attribute_mismatch: 'The identity provider has sent something that does not fit. Ask an administrator.',
      provider_failed: 'The identity provider has not signed you in. Try again.',
      other: 'You could not be signed in. Try again.',
    },
  },
  forgotPassword: {
    title: 'Forgot your password?',
    hint: 'Enter your e-mail address, and you get a link to set another password.',
    send: 'Send the link',
    sentTitle: 'Look into your mail',
    sentText: 'If there is an account for {{email}}, a link is on its way. It works once, within an hour.',
    sentHint: 'No message? Ask an administrator for a link.',
  },
  secondFactor: {
    title: 'One more step',
    hint: 'Prove that it is you with your second factor.',
    code: 'Code of the authenticator app',
    recoveryCode: 'Recovery code',
    confirm: 'Confirm',
    usePasskey: 'Use a passkey',
    useRecovery: 'Use a recovery code',
    useApp: 'Use the authenticator app',
    expired: 'This sign-in has expired',
    expiredText: 'Begin again with your password.',
    passkeyOnly: 'Use the passkey or the security key that you have set up.',
    enrolTitle: 'Set up a second factor',
    enrolHint: 'Your account demands one beside the password. Set up an app or a passkey to go on.',
  },
  passkeySignIn: {
    action: 'Use a passkey',
    failed: 'The browser has given no passkey.',
  },
} as const;
