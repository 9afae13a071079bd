import { adminOnly, signedIn } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import {
  MAX_ATTRIBUTE_VALUE_BYTES,
  MAX_DEFAULT_VALUE_LENGTH,
  MAX_ID,
  MAX_NAME_LENGTH,
  MAX_USER_ATTRIBUTES,
} from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  input,
  integer,
  list,
  nullish,
  number,
  object,
  oneOf,
  pick,
  text,
  union,
  type Static,
} from '../schema.ts';
import { PageInfo } from './common.ts';
import { paging } from '../lists.ts';

const name = (description: string, example: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, example });

export const UserAttributeType = oneOf('The type of the values of an attribute.', [
  'string',
  'number',
  'boolean',
  'string_array',
  'number_array',
]);
export type UserAttributeType = Static<typeof UserAttributeType>;

export const UserAttribute = object('An attribute that each user may have a value of.', {
  id: id('Id of the attribute.'),
  name: text('Name; unique in the account, and fixed. Access policies read it as `userAttributes.NAME`.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: 'region',
  }),
  type: describe(UserAttributeType, 'The type of its values; fixed.'),
  displayName: nullish(name('Name for display.', 'Region')),
  description: nullish(
    text('What it is for.', { maxLength: MAX_NAME_LENGTH, example: 'Where the user sells' }),
  ),
  defaultValue: nullish(
    text(
      'The value of users who have none, as a text: a number, `true` or `false`, and a list as JSON or with commas between.',
      { maxLength: MAX_DEFAULT_VALUE_LENGTH, example: 'EMEA' },
    ),
  ),
});
export type UserAttribute = Static<typeof UserAttribute>;

export const UserAttributesListResponse = object('A page of attributes.', {
  items: list(UserAttribute, 'The attributes of the page, the newest first.'),
  pageInfo: nullish(describe(PageInfo, 'Where the page lies in the list.')),
  data: list(UserAttribute, 'The same as `items`, for older clients.', { deprecated: true }),
  count: integer('How many attributes the whole list has; for older clients.', {
    minimum: 0,
    deprecated: true,
  }),
});
export type UserAttributesListResponse = Static<typeof UserAttributesListResponse>;

export const UserAttributeCreateInput = input(
  'An attribute to create.',
  pick(UserAttribute, 'name', 'type', 'displayName', 'description', 'defaultValue'),
);
export type UserAttributeCreateInput = Static<typeof UserAttributeCreateInput>;

export const UserAttributeUpdateInput = input(
  'Texts of an attribute; what is absent stays, and null clears.',
  pick(UserAttribute, 'displayName', 'description', 'defaultValue'),
);
export type UserAttributeUpdateInput = Static<typeof UserAttributeUpdateInput>;

const value = (description: string) =>
  nullish(
    boundedTo(
      MAX_ATTRIBUTE_VALUE_BYTES,
      union(description, [
        text('A text.', { example: 'EMEA' }),
        number('A number.'),
        boolean('True or false.'),
        list(text('A text.'), 'Texts.'),
        list(number('A number.'), 'Numbers.'),
      ]),
    ),
  );

export const UserAttributeValue = object('What an attribute is for a user.', {
  userId: id('Id of the user.'),
  userAttributeId: id('Id of the attribute.'),
  ...pick(UserAttribute, 'name', 'type', 'displayName', 'description'),
  value: value(
    'The value of the user, of the type of the attribute; null for none, and then the default holds.',
  ),
  // A value with commas between takes no more than it does as JSON, and a default is a text.
  formattedValue: nullish(
    boundedTo(
      MAX_ATTRIBUTE_VALUE_BYTES,
      text('What holds for the user, their value or else the default, as a text.', { example: 'EMEA' }),
    ),
  ),
});
export type UserAttributeValue = Static<typeof UserAttributeValue>;

/** Older clients send ids as texts. */
const idOrText = (description: string) =>
  union(description, [
    id('The id.'),
    text('The id as a text.', {
      pattern: '^[0-9]+$',
      minLength: 1,
      maxLength: String(MAX_ID).length,
      example: '7',
    }),
  ]);

export const UserAttributeValueCreateInput = input('The value of an attribute for a user.', {
  userId: idOrText('Id of the user, as a number or a text.'),
  userAttributeId: idOrText('Id of the attribute, as a number or a text.'),
  value: value('The value, of the type of the attribute, at most 64 KiB as JSON; null or absent removes it.'),
});
export type UserAttributeValueCreateInput = Static<typeof UserAttributeValueCreateInput>;

export const UserAttributeDefinition = input('An attribute of users, which policies of the model may read.', {
  name: name('Name of the attribute.', 'region'),
  type: describe(UserAttributeType, 'The type of its values.'),
  displayName: nullish(name('Name for display; default its name.', 'Region')),
  description: nullish(text('What it is for.')),
  defaultValue: nullish(text('The value of users that have none, as text.', { example: 'EMEA' })),
});
export type UserAttributeDefinition = Static<typeof UserAttributeDefinition>;

export const UserAttributeInput = input('The value of an attribute for a user.', {
  name: name('Name of the attribute.', 'region'),
  value: nullish(
    union('The value, of the type of the attribute; null removes it.', [
      text('A text.', { example: 'EMEA' }),
      number('A number.'),
      boolean('True or false.'),
      list(text('A text.'), 'Texts.'),
      list(number('A number.'), 'Numbers.'),
    ]),
  ),
});
export type UserAttributeInput = Static<typeof UserAttributeInput>;

const attributes = '/api/v1/user-attributes';
const operation = operationsTagged('User Attributes');
const valueOperation = operationsTagged('User Attribute Values');

export const userAttributeOperations = {
  getUserAttributes: operation(`GET ${attributes}`, {
    summary: 'List the attributes of users',
    description:
      'The attributes of the account, the newest first; those of embed tenants are not among them.',
    access: signedIn,
    query: {
      name: nullish(text('Part of the name, in any case.')),
      type: nullish(
        oneOf('Only attributes of this type.', [
          'string',
          'number',
          'boolean',
          'string_array',
          'number_array',
        ]),
      ),
      offset: nullish(integer('Attributes to skip; for older clients.', { minimum: 0, deprecated: true })),
      limit: nullish(
        integer('Attributes of a page; for older clients.', { minimum: 1, maximum: 1000, deprecated: true }),
      ),
      ...paging,
    },
    answer: UserAttributesListResponse,
    refusals: ['invalid_cursor'],
  }),
  createUserAttribute: operation(`POST ${attributes}`, {
    summary: 'Create an attribute of users',
    description:
      'Its values reach the security context of queries: access policies and filters of the model read `userAttributes.NAME`. ' +
      `A default that is no value of the type is refused. An account has at most ${MAX_USER_ATTRIBUTES} attributes.`,
    access: adminOnly,
    body: UserAttributeCreateInput,
    answer: UserAttribute,
    refusals: ['attribute_name_taken', 'attribute_type_mismatch', 'too_many_records'],
  }),
  updateUserAttribute: operation(`PUT ${attributes}/{userAttributeId}`, {
    summary: 'Change the texts of an attribute',
    description:
      'A new default holds from the next query on for every user without a value. Name and type stay.',
    access: adminOnly,
    body: optionalJson(UserAttributeUpdateInput),
    answer: UserAttribute,
    refusals: ['attribute_type_mismatch'],
  }),
  getUserAttributeValues: valueOperation('GET /api/v1/user-attribute-values/{userId}', {
    summary: 'List the attribute values of a user',
    description:
      'One entry for each attribute of the account, by name. Users other than administrators see their own.',
    access: signedIn,
    answer: list(UserAttributeValue, 'The attributes, by name.', { maxItems: MAX_USER_ATTRIBUTES }),
  }),
  createUserAttributeValue: valueOperation('POST /api/v1/user-attribute-values', {
    summary: 'Set an attribute value of a user',
    description: 'Replaces the value. It holds from the next query of the user on.',
    access: adminOnly,
    body: UserAttributeValueCreateInput,
    answer: UserAttributeValue,
    refusals: [
      'user_not_found',
      'user_attribute_not_found',
      'attribute_type_mismatch',
      'attribute_value_too_large',
    ],
  }),
};
