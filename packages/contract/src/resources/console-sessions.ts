import { signedIn } from '../access.ts';
import { MAX_USER_AGENT_LENGTH, MAX_USER_SESSIONS } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type Static,
} from '../schema.ts';

export const SignInMethod = oneOf('A way to sign in.', ['password', 'passkey', 'oidc', 'saml']);
export type SignInMethod = Static<typeof SignInMethod>;

export const ConsoleSession = object('A browser in which a user is signed in.', {
  id: id('Id of the session.'),
  userId: id('Id of the user.'),
  method: describe(SignInMethod, 'How the user signed in.'),
  userAgent: nullable(
    text('The `User-Agent` header of the sign-in; null where it is not known.', {
      maxLength: MAX_USER_AGENT_LENGTH,
      example: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
    }),
  ),
  clientAddress: nullable(
    text('The network address of the sign-in; null where it is not known.', { example: '192.0.2.7' }),
  ),
  createdAt: timestamp('When it began.'),
  lastUsedAt: timestamp('When it was last used, to the minute.'),
  expiresAt: timestamp('When it ends by itself.'),
  isCurrent: boolean('Whether the request came with it.'),
});
export type ConsoleSession = Static<typeof ConsoleSession>;

export const ConsoleSessionList = object('Console sessions.', {
  items: list(ConsoleSession, 'The sessions, the one used last first.', { maxItems: MAX_USER_SESSIONS }),
});
export type ConsoleSessionList = Static<typeof ConsoleSessionList>;

export const EndedSessions = object('What has ended.', {
  count: integer('How many sessions.', { minimum: 0, example: 2 }),
});
export type EndedSessions = Static<typeof EndedSessions>;

const path = '/api/v1/sessions';
const operation = operationsTagged('Sessions');
const userId = optional(id('The user in question; default the caller. Others for administrators alone.'));

export const consoleSessionOperations = {
  getSessions: operation(`GET ${path}`, {
    summary: 'List your console sessions',
    description:
      'The browsers in which the calling user is signed in, the one used last first; of another user for administrators. A ' +
      'key that is scoped to deployments is refused.',
    access: signedIn,
    query: { userId },
    answer: ConsoleSessionList,
    refusals: ['admin_only', 'user_not_found'],
  }),
  endSession: operation(`DELETE ${path}/{sessionId}`, {
    summary: 'End a console session',
    description:
      'Its next request is answered with 401, and what was made in it ends as well. Administrators end any session of the ' +
      'account; to others only their own are there.',
    access: signedIn,
  }),
  endOtherSessions: operation(`POST ${path}/end-others`, {
    summary: 'End your other console sessions',
    description:
      'Ends every session of the calling user but the one that the request came with; of another user, for administrators, ' +
      'every session. The browsers count as unknown from then on.',
    access: signedIn,
    query: { userId },
    answer: EndedSessions,
    refusals: ['admin_only', 'user_not_found'],
  }),
};
