import { signedIn } from '../access.ts';
import { MAX_AUDIT_RETENTION_DAYS, MAX_NAME_LENGTH } from '../limits.ts';
import { bytes, operationsTagged } from '../operation.ts';
import {
  describe,
  freeObject,
  id,
  input,
  integer,
  nullish,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { page, paging } from '../lists.ts';

export const AuditEntryAction = oneOf('What was done to the record.', ['created', 'updated', 'deleted']);
export type AuditEntryAction = Static<typeof AuditEntryAction>;

export const AuditEntryCallerKind = oneOf(
  'Who called: a user, a viewer of an embed session, a caller who had not signed in, the operator of the installation by the ' +
    'command line, or a job of the server, such as a notification that was due.',
  ['user', 'embed', 'anonymous', 'operator', 'job'],
);
export type AuditEntryCallerKind = Static<typeof AuditEntryCallerKind>;

export const AuditEntryCredential = oneOf('What the caller was authenticated with.', [
  'api-key',
  'access-token',
  'console-session',
  'embed-token',
  'data-token',
  'none',
]);
export type AuditEntryCredential = Static<typeof AuditEntryCredential>;

export const AuditEntry = object('A change of one record.', {
  id: id('Id of the entry; grows with time.'),
  at: timestamp('When it was changed.'),
  eventName: text(
    'Id of the operation that was called, as in this document; the command of an operator; the name of a job.',
    { example: 'updateReport' },
  ),
  action: describe(AuditEntryAction, 'What was done.'),
  resource: text('The kind of the record.', { example: 'report' }),
  resourceId: text('Id of the record; parts of a key are separated by slashes.', { example: '7' }),
  deploymentId: nullish(id('The deployment that it is of; null for what is of the account.')),
  callerKind: describe(AuditEntryCallerKind, 'Kind of the caller, such as a user or an API key.'),
  credential: describe(AuditEntryCredential, 'With what the caller was authenticated.'),
  userId: nullish(id('Id of the user who called; null for nobody.')),
  userEmail: nullish(text('E-mail address of the user at that time.', { example: 'ada@example.com' })),
  apiKeyId: nullish(id('The API key.')),
  oauthClientId: nullish(
    text('`clientId` of the OAuth client that the access token was given to.', { example: 'oriel-cli' }),
  ),
  viewer: nullish(text('The viewer, of embedding.', { example: 'northwind/viewer-1' })),
  clientAddress: nullish(text('Where the request came from.', { example: '203.0.113.7' })),
  requestId: nullish(
    text('Entries of one request, or of one run of a job, have the same.', {
      example: '5f0c2b1e-8f7e-4f6f-9e57-0a4c2f7b9d10',
    }),
  ),
  before: nullish(
    freeObject(
      'What was changed or deleted, as it was, by field. Secrets are `[SECRET]`; of a value beyond 8 kB the size and the ' +
        'MD5 checksum are kept.',
    ),
  ),
  after: nullish(freeObject('What was changed or created, as it is since, in the same way.')),
});
export type AuditEntry = Static<typeof AuditEntry>;

const period = {
  start: optional(timestamp('Only changes at this time or later.')),
  end: optional(timestamp('Only changes before this time.')),
};

const filters = {
  ...period,
  search: optional(
    text(
      'Only entries with this text in operation, kind or id of the record, or e-mail address; in any case.',
      {
        maxLength: MAX_NAME_LENGTH,
      },
    ),
  ),
  eventName: optional(
    text('Only of this operation.', { maxLength: MAX_NAME_LENGTH, example: 'updateReport' }),
  ),
  userEmail: optional(
    text('Only of the user with this e-mail address, in any case.', { maxLength: MAX_NAME_LENGTH }),
  ),
  userId: optional(id('Only of this user.')),
  apiKeyId: optional(id('Only by this API key.')),
  deploymentId: optional(id('Only in this deployment.')),
  resource: optional(text('Only of this kind of record.', { maxLength: MAX_NAME_LENGTH, example: 'report' })),
  resourceId: optional(
    text('Only of the records with this id.', { maxLength: MAX_NAME_LENGTH, example: '7' }),
  ),
  action: optional(describe(AuditEntryAction, 'Only where this was done.')),
  requestId: optional(text('Only of this request.', { maxLength: MAX_NAME_LENGTH })),
};

export const AuditLogSettings = input('How the audit log is kept.', {
  retentionDays: integer('Days for which entries are kept; 365 where nothing was set.', {
    minimum: 1,
    maximum: MAX_AUDIT_RETENTION_DAYS,
    example: 365,
  }),
});
export type AuditLogSettings = Static<typeof AuditLogSettings>;

const path = '/api/v1/audit-logs';
const operation = operationsTagged('Audit Log');
const access = { ...signedIn, permission: 'AuditLogManage' } as const;

export const auditLogOperations = {
  getAuditLog: operation(`GET ${path}`, {
    summary: 'List changes',
    description:
      'Every change that was made through the API or the console, newest first: who, with which credential, what, before and ' +
      'after. An entry is written in the transaction of its change, so that neither is there without the other; one request ' +
      'has an entry for each record that it changed. What is noted by use is no change: sessions of viewers, when something ' +
      'was last opened. A credential that is scoped to deployments is refused.',
    access,
    query: { ...filters, ...paging },
    answer: page(AuditEntry),
    refusals: ['invalid_cursor'],
  }),
  exportAuditLog: operation(`GET ${path}/export`, {
    summary: 'Export changes as CSV',
    description:
      'The list with the same filters as a whole, newest first, one line for each entry; `before` and `after` are JSON. A cell ' +
      'that a spreadsheet would take for a formula begins with an apostrophe.',
    access,
    query: filters,
    answers: {
      200: bytes('The entries.', 'text/csv', { headers: { 'content-disposition': text('A file name.') } }),
    },
  }),
  getAuditLogSettings: operation(`GET ${path}/settings`, {
    summary: 'Get how long changes are kept',
    description: 'For how many days entries of the audit log are kept.',
    access,
    answer: AuditLogSettings,
  }),
  updateAuditLogSettings: operation(`PUT ${path}/settings`, {
    summary: 'Change how long changes are kept',
    description: 'Entries that are older are removed within minutes, for good.',
    access,
    body: AuditLogSettings,
    answer: AuditLogSettings,
  }),
};
