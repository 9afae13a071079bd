import { MAX_NAME_LENGTH, MAX_RECIPIENT_CHANGE, MAX_RECIPIENT_RIGHTS } from '../limits.ts';
import {
  boolean,
  describe,
  freeObject,
  id,
  input,
  list,
  nullish,
  object,
  oneOf,
  text,
  union,
  type Static,
} from '../schema.ts';
import { PageInfo } from './common.ts';
import { UserAttributeInput } from './user-attributes.ts';

export const NotificationRecipientType = oneOf(
  'A user of the account, a viewer of an embed tenant, or a channel of Slack, which is not served yet.',
  ['USER', 'EMBED_USER', 'SLACK'],
);
export type NotificationRecipientType = Static<typeof NotificationRecipientType>;

const email = (description: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, example: 'ada@example.com' });
const named = (description: string, example: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, example });

export const NotificationRecipient = object('Who a notification is sent to.', {
  type: describe(NotificationRecipientType, 'Which kind it is.'),
  email: nullish(email('Address that mail goes to.')),
  userId: nullish(id('Id of the user, of a USER.')),
  username: nullish(named('Name that the user signs in with, of a USER.', 'ada')),
  embedUserId: nullish(id('Id of the viewer, of an EMBED_USER.')),
  embedTenantName: nullish(named('Name of the embed tenant, of an EMBED_USER.', 'northwind')),
  externalId: nullish(named('Id that the host knows the viewer by, of an EMBED_USER.', 'viewer-17')),
  channelId: nullish(named('Id of the channel, of SLACK.', 'C024BE91L')),
  channelName: nullish(named('Name of the channel, of SLACK.', 'sales')),
  canView: nullish(
    boolean(
      `Whether the dashboard opens for them now. It is asked again in each run, which sends nothing to those for whom it does not. Null behind the first ${MAX_RECIPIENT_RIGHTS} of a list.`,
    ),
  ),
});
export type NotificationRecipient = Static<typeof NotificationRecipient>;

/** How a viewer of an embed tenant is named in a request, and what holds for its rendering. */
export const embedSubjectFields = {
  embedTenantName: nullish(
    text('EMBED_USER only: name of the embed tenant, made where there is none.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'northwind',
    }),
  ),
  externalId: nullish(
    text('EMBED_USER only: id that the host knows the viewer by; a new viewer is made.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'viewer-17',
    }),
  ),
  groups: nullish(
    list(
      text('Name of a group.', { maxLength: MAX_NAME_LENGTH, example: 'managers' }),
      'EMBED_USER only: groups of the account that hold for this rendering instead of those of the viewer; they must exist.',
    ),
  ),
  securityContext: nullish(
    freeObject(
      'EMBED_USER only: keys of the security context beside the reserved one, for policies of the model.',
    ),
  ),
  userAttributes: nullish(
    list(
      UserAttributeInput,
      'EMBED_USER only: values of attributes that hold for this rendering over those of the viewer; the attributes must exist.',
    ),
  ),
};

export const NotificationRecipientInput = input('Whom to send a notification to.', {
  type: describe(NotificationRecipientType, 'Which kind it is; SLACK is refused.'),
  userId: nullish(id('USER only: id of the user; or give `email`.')),
  email: nullish(email('USER only: address of the user in any case; or give `userId`.')),
  ...embedSubjectFields,
  channelId: nullish(
    text('Id of the channel; for recipients of the kind `SLACK`.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'C024BE91L',
    }),
  ),
  channelName: nullish(
    text('Name of the channel; for recipients of the kind `SLACK`.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'sales',
    }),
  ),
});
export type NotificationRecipientInput = Static<typeof NotificationRecipientInput>;

const change = { minItems: 1, maxItems: MAX_RECIPIENT_CHANGE };

export const AddNotificationRecipientsInput = input('Who is added.', {
  recipients: list(
    NotificationRecipientInput,
    `Whom to add; at most ${MAX_RECIPIENT_CHANGE} at once.`,
    change,
  ),
});
export type AddNotificationRecipientsInput = Static<typeof AddNotificationRecipientsInput>;

export const RemoveNotificationRecipientInput = input('A recipient to remove.', {
  type: describe(NotificationRecipientType, 'Which kind it is.'),
  id: union('`userId` of a USER, `embedUserId` of an EMBED_USER, `channelId` of SLACK.', [
    id('The id as a number.'),
    text('The id as a text.', { maxLength: MAX_NAME_LENGTH, example: '7' }),
  ]),
  embedTenantName: nullish(
    text('Needed for an EMBED_USER: name of its embed tenant.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'northwind',
    }),
  ),
});
export type RemoveNotificationRecipientInput = Static<typeof RemoveNotificationRecipientInput>;

export const RemoveNotificationRecipientsInput = input('Who is removed.', {
  recipients: list(
    RemoveNotificationRecipientInput,
    `Whom to remove; at most ${MAX_RECIPIENT_CHANGE} at once.`,
    change,
  ),
});
export type RemoveNotificationRecipientsInput = Static<typeof RemoveNotificationRecipientsInput>;

export const NotificationRecipientsListResponse = object('A page of recipients.', {
  items: list(NotificationRecipient, 'The recipients of the page, those that were added last first.'),
  pageInfo: nullish(describe(PageInfo, 'Where the page lies in the list.')),
});
export type NotificationRecipientsListResponse = Static<typeof NotificationRecipientsListResponse>;

export const NotificationRecipientsMutationResponse = object('What became of each recipient of a request.', {
  createdRecipients: list(NotificationRecipient, 'Added by this request.', {
    maxItems: MAX_RECIPIENT_CHANGE,
  }),
  updatedRecipients: list(
    NotificationRecipient,
    'There before; what holds for their rendering has changed.',
    {
      maxItems: MAX_RECIPIENT_CHANGE,
    },
  ),
  unchangedRecipients: list(NotificationRecipient, 'There before, as they are.', {
    maxItems: MAX_RECIPIENT_CHANGE,
  }),
});
export type NotificationRecipientsMutationResponse = Static<typeof NotificationRecipientsMutationResponse>;
