import { limits, refuse, scimUrns } from '@oriel/contract';
import type { UserAttributeType } from '@oriel/contract';
import { toScimPage } from './scim-page.ts';

/** A resource that describes the service. @see RFC 7643, sections 5 to 7 */
type Description = Record<string, unknown>;

/** What of SCIM the server does. */
export function describeService(baseUrl: string): Description {
  return {
    schemas: [scimUrns.serviceProviderConfig],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: limits.MAX_PAGE_SIZE },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description:
          'The API key of an administrator, as `Authorization: Bearer KEY` or `Authorization: Api-Key KEY`.',
        primary: true,
      },
    ],
    meta: metaOf(baseUrl, 'ServiceProviderConfig', 'ServiceProviderConfig'),
  };
}

/** The kinds of resources. */
export function describeResourceTypes(baseUrl: string, extensionUrn: string): Description[] {
  const describe = (name: string, schema: string, description: string, extensions: Description = {}) => ({
    schemas: [scimUrns.resourceType],
    id: name,
    name,
    description,
    endpoint: `/${name}s`,
    schema,
    ...extensions,
    meta: metaOf(baseUrl, 'ResourceType', `ResourceTypes/${name}`),
  });
  return [
    describe('User', scimUrns.user, 'Users of the account', {
      schemaExtensions: [{ schema: extensionUrn, required: false }],
    }),
    describe('Group', scimUrns.group, 'Groups of users'),
  ];
}

/** An attribute of users, as far as a schema tells it. */
interface ExtensionAttribute {
  readonly name: string;
  readonly type: UserAttributeType;
}

/** The schemas of users, of groups, and of the extension with the attributes of users that an account has. */
export function describeSchemas(
  baseUrl: string,
  extensionUrn: string,
  extension: readonly ExtensionAttribute[],
): Description[] {
  const describe = (id: string, name: string, attributes: readonly Description[]) => ({
    schemas: [scimUrns.schema],
    id,
    name,
    description: name,
    attributes,
    meta: metaOf(baseUrl, 'Schema', `Schemas/${id}`),
  });
  return [
    describe(scimUrns.user, 'User', userAttributes),
    describe(scimUrns.group, 'Group', groupAttributes),
    describe(extensionUrn, 'User attributes', extension.map(describeExtension)),
  ];
}

/** One of some descriptions, by its id. @throws `not_found` */
export function getDescription(descriptions: readonly Description[], id: string): Description {
  const found = descriptions.find((each) => String(each['id']).toLowerCase() === id.toLowerCase());
  if (!found) throw refuse('not_found');
  return found;
}

/** All descriptions of a kind, as a list. */
export function toDescriptionList(descriptions: Description[]) {
  return toScimPage(descriptions, descriptions.length);
}

function metaOf(baseUrl: string, resourceType: string, path: string): Description {
  return { resourceType, location: `${baseUrl}/api/scim/v2/${path}` };
}

function attribute(name: string, description: string, options: Description = {}): Description {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...options,
  };
}

const userAttributes = [
  attribute('userName', 'Name at the identity provider, usually the e-mail address.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'The parts of the name.', {
    type: 'complex',
    subAttributes: [attribute('givenName', 'First name.'), attribute('familyName', 'Family name.')],
  }),
  attribute('displayName', 'Name for display.'),
  attribute('title', 'What the user does.'),
  attribute('active', 'Whether the user may do anything.', { type: 'boolean' }),
  // Without them the userName has to be an address, which a schema cannot say.
  attribute('emails', 'E-mail addresses.', {
    required: true,
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address.', { required: true, uniqueness: 'server' }),
      attribute('type', 'What it is for.', { canonicalValues: ['work', 'home', 'other'] }),
      attribute('primary', 'Whether it is the one to write to.', { type: 'boolean' }),
    ],
  }),
];

const groupAttributes = [
  attribute('displayName', 'Name of the group.', { required: true, caseExact: true, uniqueness: 'server' }),
  attribute('members', 'The users in the group.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the user.', { required: true, mutability: 'immutable', caseExact: true }),
      attribute('$ref', 'Address of the user.', {
        type: 'reference',
        referenceTypes: ['User'],
        mutability: 'immutable',
        caseExact: true,
      }),
      attribute('display', 'Name of the user for display.', { mutability: 'readOnly' }),
    ],
  }),
];

const types: Readonly<Record<UserAttributeType, Description>> = {
  string: { type: 'string', caseExact: true },
  number: { type: 'decimal' },
  boolean: { type: 'boolean' },
  string_array: { type: 'string', caseExact: true, multiValued: true },
  number_array: { type: 'decimal', multiValued: true },
};

function describeExtension({ name, type }: ExtensionAttribute): Description {
  return attribute(name, `The attribute ${name} of users.`, types[type]);
}
