import { scimUrns, type ScimEmail, type ScimUser, type ScimUserContent } from '@oriel/contract';
import { nameFor, workAddress } from './user-values.ts';
import type { ScimUserRow } from './scim-user-store.ts';

/** A user as SCIM has it; `id` orders and names it. */
export function toScimUser(row: ScimUserRow, { baseUrl, extensionUrn }: ScimAddress): ScimUser {
  const { name, displayName = row.firstName ?? undefined, ...content } = toContent(row);
  const isExtended = Object.keys(row.attributes).length > 0;
  return {
    schemas: [scimUrns.user, ...(isExtended ? [extensionUrn] : [])],
    id: String(row.id),
    ...content,
    ...(name && { name }),
    ...(displayName !== undefined && { displayName }),
    emails: content.emails ?? [workAddress(row.email)],
    ...(isExtended && { [scimUrns.userAttributes]: row.attributes }),
    meta: {
      resourceType: 'User',
      created: row.createdAt,
      lastModified: row.updatedAt,
      location: `${baseUrl}/api/scim/v2/Users/${row.id}`,
      version: `"${row.version}"`,
    },
  };
}

/** Where clients reach the server, and how the extension with the attributes of users is called there. */
export interface ScimAddress {
  readonly baseUrl: string;
  readonly extensionUrn: string;
}

/** What is stored of a user, as a provider could have sent it: what was made of something else is left out. */
export function toContent(row: ScimUserRow): ScimUserContent {
  const { givenName, familyName, firstName, title, externalId } = row;
  const name = {
    ...(givenName !== null && { givenName }),
    ...(familyName !== null && { familyName }),
  };
  const hasName = givenName !== null || familyName !== null;
  const emails: ScimEmail[] = row.emails ?? [workAddress(row.email)];
  return {
    userName: row.username,
    ...(externalId !== null && { externalId }),
    ...(firstName !== null && firstName !== nameFor(name) && { displayName: firstName }),
    ...(hasName && { name }),
    ...(title !== null && { title }),
    active: !row.isDeactivated,
    emails,
  };
}
