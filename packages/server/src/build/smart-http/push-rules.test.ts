import type { Permission } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rightsOfPolicies } from '../../access/roles/role-rights.ts';
import type { UserPrincipal } from '../../access/principal.ts';
import { findForbidden, type KnownBranch } from './push-rules.ts';

const deployment = { id: 7, tenantId: 1, name: 'Shop', deployBranch: 'master' };
/** Of commits nothing is asked where the deploy branch is not among the branches. */
const place = { directory: '/nonexistent', objectDirectory: undefined };
const known: Record<string, KnownBranch> = {
  own: { isDev: true, ownerId: 5 },
  foreign: { isDev: true, ownerId: 6 },
  shared: { isDev: false, ownerId: null },
  master: { isDev: true, ownerId: 5 },
};

/** The branches that a user 5 with these permissions may not push a commit to. */
async function forbidden(actions: Permission[], names = Object.keys(known), isReadOnly = false) {
  const actor: UserPrincipal = {
    kind: 'user',
    tenantId: 1,
    userId: 5,
    email: 'ada@example.com',
    rights: rightsOfPolicies([{ resourceType: 'Deployment', actions, resources: ['7'] }]),
    accessVersion: 0,
    groupIds: [],
    deploymentIds: null,
    via: 'api-key',
  };
  const facts = {
    findBranch: async (_id: number, name: string) => known[name],
    isReadOnly: async () => isReadOnly,
  };
  const branches = names.map((name) => ({ name, from: undefined, to: 'a'.repeat(40) }));
  const reasons = await findForbidden(facts, { actor, deployment, branches, place });
  return reasons.map((reason) => reason.split(':')[0]);
}

test('who may change dev branches alone pushes to their own, and never to the deploy branch', async () => {
  assert.deepEqual(await forbidden(['SchemaUpdateDevBranches']), ['foreign', 'shared', 'master']);
});

test('who may change the model pushes everywhere, also to a branch that nobody has noted', async () => {
  assert.deepEqual(await forbidden(['SchemaUpdate']), []);
  assert.deepEqual(await forbidden(['SchemaUpdate'], ['new']), []);
  assert.deepEqual(await forbidden(['SchemaUpdateDevBranches'], ['new']), ['new']);
});

test('who reads the model pushes nowhere', async () => {
  assert.deepEqual(await forbidden(['SchemaRead']), Object.keys(known));
});

test('a read-only deploy branch takes no push of anybody', async () => {
  assert.deepEqual(await forbidden(['SchemaUpdate'], undefined, true), ['master']);
});
