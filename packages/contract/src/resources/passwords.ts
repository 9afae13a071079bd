import { anyone, inPerson } from '../access.ts';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import { boolean, input, object, optional, text, type Static } from '../schema.ts';
import { newPassword } from './users.ts';

export const PasswordResetRequest = input('The user with the forgotten password.', {
  email: text('E-mail address of the user, in any case.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: 'ada@example.com',
  }),
});
export type PasswordResetRequest = Static<typeof PasswordResetRequest>;

export const PasswordResetInput = input('A link to set another password, and the password.', {
  token: text('What follows `#` in the link.', { maxLength: MAX_NAME_LENGTH, example: '4fQ…' }),
  password: newPassword,
  revokesKeys: optional(
    boolean(
      'Whether the API keys of the user and the applications that they have authorized end as well, for an account that others ' +
        'may have used; default false, since programs that run with them stop.',
    ),
  ),
});
export type PasswordResetInput = Static<typeof PasswordResetInput>;

export const ChangedPassword = object('The user with the new password.', {
  email: text('E-mail address to sign in with.', { example: 'ada@example.com' }),
});
export type ChangedPassword = Static<typeof ChangedPassword>;

export const PasswordChangeInput = input('The password that there is, and the new one.', {
  currentPassword: text('The password until now.', {
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'correct horse battery staple',
  }),
  newPassword,
});
export type PasswordChangeInput = Static<typeof PasswordChangeInput>;

const operation = operationsTagged('Identity');

export const passwordOperations = {
  requestPasswordReset: operation('POST /api/v1/password-resets', {
    summary: 'Ask for a link to set another password',
    description:
      'Sends the user a link by mail, which works once and for an hour. The answer is the same whether there is such a user, ' +
      'whether they may sign in, and whether a mail server is set up; the mail goes out after it. Requests are limited for each ' +
      'address and each network. Without a mail server administrators make a link: `POST /api/v1/users/{userId}/invitation`.',
    access: anyone,
    body: PasswordResetRequest,
  }),
  resetPassword: operation('POST /api/v1/password-resets/complete', {
    summary: 'Set another password by a link',
    description:
      'The token is the credential and works once. The console sessions of the user end, and the other links; API keys and ' +
      'authorized applications only where it is asked for. A second factor stays. Sign in with the new password.',
    access: anyone,
    body: PasswordResetInput,
    answer: ChangedPassword,
    refusals: ['password_reset_unknown', 'password_refused'],
  }),
  changeMyPassword: operation('POST /api/v1/users/me/password', {
    summary: 'Change your password',
    description:
      'The other console sessions of the user end; this one goes on. A wrong current password counts as a failed sign-in. A user ' +
      'without a password, who signs in through an identity provider, sets one by a link.',
    access: inPerson,
    body: PasswordChangeInput,
    refusals: ['password_wrong', 'password_refused'],
  }),
};
