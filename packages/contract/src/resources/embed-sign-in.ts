import { anyone, inPerson } from '../access.ts';
import { operationsTagged } from '../operation.ts';
import { input, object, text, type Static } from '../schema.ts';
import { GenerateEmbedTokenResponse } from './embed-sessions.ts';

/** 32 bytes in base64url, as SHA-256 gives them and as random secrets are written. */
const SECRET_LENGTH = 43;
const secret = (description: string) =>
  text(description, {
    minLength: SECRET_LENGTH,
    maxLength: SECRET_LENGTH,
    pattern: `^[A-Za-z0-9_-]{${SECRET_LENGTH}}$`,
  });

export const CreateEmbedSignInCodeInput = input('A frame that waits for a sign-in.', {
  challenge: secret('SHA-256 of a random secret that the frame keeps, in base64url (PKCE, S256).'),
});
export type CreateEmbedSignInCodeInput = Static<typeof CreateEmbedSignInCodeInput>;

export const EmbedSignInCode = object('The code of a sign-in.', {
  code: text('What the frame exchanges for its token: once, within a minute.'),
});
export type EmbedSignInCode = Static<typeof EmbedSignInCode>;

export const RedeemEmbedSignInCodeInput = input('A code, and the secret of the frame.', {
  code: secret('The code that the window of the sign-in has handed over.'),
  verifier: secret('The secret that the code was asked for with.'),
});
export type RedeemEmbedSignInCodeInput = Static<typeof RedeemEmbedSignInCodeInput>;

const operation = operationsTagged('Embed');

/** Signing in within the frame of a private surface. */
export const embedSignInOperations = {
  createEmbedSignInCode: operation('POST /api/v1/embed/sign-in/code', {
    summary: 'Make a code for the frame that a user has signed in for',
    description:
      'Called by the window in which the viewer of a private surface has signed in. The frame alone that has the secret behind ' +
      '`challenge` can exchange the code, once, within a minute.',
    access: inPerson,
    body: CreateEmbedSignInCodeInput,
    answer: EmbedSignInCode,
  }),
  redeemEmbedSignInCode: operation('POST /api/v1/embed/sign-in/token', {
    summary: 'Exchange a sign-in code for a token',
    description:
      'Called by the frame of a private surface. The token goes into the header `Authorization: Embed-Token`. It may do what ' +
      'the user may, but for making credentials and changing people, and ends with the session in which it was handed over.',
    access: anyone,
    body: RedeemEmbedSignInCodeInput,
    answer: GenerateEmbedTokenResponse,
    refusals: ['embed_session_unknown'],
  }),
};
