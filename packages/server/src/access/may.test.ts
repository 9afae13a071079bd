import type { Permission } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCall, may } from './may.ts';
import type { Principal, UserPrincipal } from './principal.ts';
import { builtInRoles, unionOf, type Rights } from './roles/roles.ts';

const userWith = (rights: Rights): UserPrincipal => ({
  kind: 'user',
  tenantId: 1,
  userId: 1,
  email: 'someone@example.com',
  accessVersion: 1,
  rights,
  groupIds: [],
  deploymentIds: null,
  via: 'api-key',
});
const anonymous: Principal = { kind: 'anonymous', tenantId: 1 };
const viewer: Principal = {
  kind: 'embed',
  tenantId: 1,
  embedTenantId: 1,
  embedUserId: 1,
  deploymentId: 1,
  creatorMode: false,
  allowsExport: true,
  allowsAi: true,
  allowsChatAuthoring: true,
  securityContext: {},
  claims: {
    tenantId: 1,
    deploymentIds: [1],
    branch: null,
    viewer: { holder: 'embed-user 1', securityContext: {} },
    maker: undefined,
    permissions: ['EmbedDeploymentRead', 'EmbedDashboardRead'],
    highestLevel: 1,
    expiresAtMs: undefined,
  },
};

test('each built-in role permits what the ones below it do, and more', () => {
  const expected: [Permission, boolean[]][] = [
    ['AIBIView', [true, true, true, true]],
    ['DownloadData', [true, true, true, true]],
    ['AIBIExplore', [false, true, true, true]],
    ['SchemaRead', [false, false, true, true]],
    ['SecretsManage', [false, false, true, true]],
    ['AuditLogManage', [false, false, false, true]],
    ['All', [false, false, false, true]],
  ];
  for (const [permission, allowed] of expected)
    assert.deepEqual(
      Object.values(builtInRoles).map((rights) => may(userWith(rights), permission)),
      allowed,
      permission,
    );
});

test('a role of an account permits what it says in the deployments that it says, beside the user’s other roles', () => {
  const custom: Rights = {
    permissions: new Set(['BillingRead']),
    deployments: [
      { deploymentIds: [7], permissions: new Set(['SecretsManage']) },
      { deploymentIds: [8], permissions: new Set(['All']) },
      { deploymentIds: null, permissions: new Set(['SchemaRead']) },
    ],
    resources: [],
    leastLevel: 0,
    highestLevel: 3,
  };
  const user = userWith(unionOf([builtInRoles.Viewer, custom]));
  const inDeployment = (permission: Permission) =>
    [7, 8, 9].filter((deploymentId) => may(user, permission, { deploymentId }));
  assert.deepEqual(inDeployment('SecretsManage'), [7, 8]);
  assert.deepEqual(inDeployment('SchemaRead'), [7, 8, 9]);
  assert.deepEqual(inDeployment('SqlRunnerRead'), [8]);
  assert.deepEqual(inDeployment('DownloadData'), [7, 8, 9]);
  assert.equal(may(user, 'SecretsManage'), false);
  assert.equal(may(user, 'BillingRead'), true);
  assert.equal(may(user, 'edit', { level: 2 }), true);
  assert.equal(may(userWith(builtInRoles.Viewer), 'edit', { level: 3 }), false);
});

test('nobody may do anything, and a viewer of an embed session only look', () => {
  assert.equal(may(anonymous, 'AIBIView'), false);
  assert.equal(may(anonymous, 'read', { level: 3 }), false);
  assert.equal(may(viewer, 'EmbedDashboardRead'), true);
  assert.equal(may(viewer, 'read', { level: 3 }), true);
  assert.equal(may(viewer, 'edit', { level: 3 }), false);
});

test('an operation is called by the callers, the tiers and with the permission that its access names', () => {
  const codeOf = (principal: Principal, access: Parameters<typeof checkCall>[1]) => {
    try {
      checkCall(principal, access);
      return 'allowed';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const users = { principals: ['user'], role: 'Explorer' } as const;
  const secrets = { ...users, permission: 'SecretsManage' } as const;
  assert.equal(codeOf(anonymous, users), 'unauthenticated');
  assert.equal(codeOf(viewer, users), 'forbidden');
  assert.equal(codeOf(userWith(builtInRoles.Viewer), users), 'forbidden');
  assert.equal(codeOf(userWith(builtInRoles.Explorer), users), 'allowed');
  assert.equal(codeOf(userWith(builtInRoles.Explorer), secrets), 'forbidden');
  assert.equal(codeOf(userWith(builtInRoles.Developer), secrets), 'allowed');
  assert.equal(
    codeOf(userWith(builtInRoles.Developer), { principals: ['user'], role: 'Admin' }),
    'admin_only',
  );
  assert.equal(codeOf(anonymous, { principals: ['anonymous'], role: 'Viewer' }), 'allowed');
});
