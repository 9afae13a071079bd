import { defineTables } from '../db/schema/table-rules.ts';
import type { Policy, ScimEmail, UserSettings } from '@oriel/contract';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Json, JsonScalarColumn } from '../db/values/column-types.ts';

declare module '../db/tables.ts' {
  interface Tables extends PeopleTables {}
}

/** Users, groups, roles, what a provider of identities provisions, and attributes. */
interface PeopleTables {
  users: {
    id: Generated<number>;
    tenantId: number;
    email: string;
    username: string;
    firstName: string | null;
    picture: string | null;
    role: BuiltInRole | null;
    passwordHash: string | null;
    isDeactivated: Generated<boolean>;
    lastLogin: string | null;
    title: string | null;
    externalId: string | null;
    givenName: string | null;
    familyName: string | null;
    emails: JSONColumnType<ScimEmail[]> | null;
    settings: ColumnType<UserSettings, string | undefined, string>;
    notifications: Generated<string[]>;
    tosAccepted: Json | null;
    /** Kept by triggers. */
    accessVersion: ColumnType<number, never, never>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  userInvitations: { userId: number; hash: Buffer; expiresAt: string };
  passwordResets: {
    id: Generated<number>;
    hash: Buffer;
    userId: number;
    createdAt: Generated<string>;
    expiresAt: string;
  };
  groups: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    description: string | null;
    role: BuiltInRole | null;
    externalId: string | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  groupMembers: { groupId: number; userId: number; createdAt: Generated<string> };
  roles: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    description: string | null;
    policies: ColumnType<Policy[], string, string>;
    revision: Generated<number>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  userRoles: { userId: number; roleId: number };
  groupRoles: { groupId: number; roleId: number };
  provisioningSettings: {
    tenantId: number;
    defaultRole: Generated<Exclude<BuiltInRole, 'Admin'>>;
    defaultRoleId: number | null;
    managesAdministrators: Generated<boolean>;
  };
  groupRoleMappings: {
    id: Generated<number>;
    tenantId: number;
    groupName: string;
    role: Exclude<BuiltInRole, 'Admin'> | null;
    roleId: number | null;
  };
  userAttributes: {
    id: Generated<number>;
    tenantId: number;
    embedTenantId: number | null;
    name: string;
    type: 'string' | 'number' | 'boolean' | 'string_array' | 'number_array';
    displayName: string | null;
    defaultValue: string | null;
    description: string | null;
  };
  userAttributeValues: { attributeId: number; userId: number; value: JsonScalarColumn };
}

/** A role that every account has. */
type BuiltInRole = 'Viewer' | 'Explorer' | 'Developer' | 'Admin';

/** What becomes of their rows. */
export const peopleTables = defineTables<PeopleTables>({
  users: { audited: { resource: 'user', secret: ['passwordHash'], kept: ['lastLogin', 'accessVersion'] } },
  userInvitations: {
    audited: { resource: 'invitation', key: ['userId'], secret: ['hash'] },
    expires: { key: 'user_id', when: 'expires_at < now()' },
  },
  passwordResets: {
    audited: { resource: 'passwordReset', secret: ['hash'] },
    expires: { key: 'id', when: 'expires_at < now()' },
  },
  groups: { audited: { resource: 'group' } },
  groupMembers: { audited: { resource: 'groupMember', key: ['groupId', 'userId'] } },
  roles: { audited: { resource: 'role', kept: ['revision'] } },
  userRoles: { audited: { resource: 'userRole', key: ['userId', 'roleId'] } },
  groupRoles: { audited: { resource: 'groupRole', key: ['groupId', 'roleId'] } },
  provisioningSettings: { audited: { resource: 'provisioningSettings', key: ['tenantId'] } },
  groupRoleMappings: { audited: { resource: 'groupRoleMapping' } },
  userAttributes: { audited: { resource: 'userAttribute' } },
  userAttributeValues: { audited: { resource: 'userAttributeValue', key: ['attributeId', 'userId'] } },
});
