import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifference, viewerKey, type TokenClaims } from './token-claims.ts';

const viewer: TokenClaims = {
  tenantId: 1,
  embedTenantId: 2,
  embedTenantName: 'skyline',
  embedUserId: 3,
  deploymentId: 1,
};
const others: Readonly<Record<string, TokenClaims>> = {
  'another viewer of the tenant': { ...viewer, embedUserId: 33 },
  'the same number in another tenant': { ...viewer, embedTenantId: 23 },
  'what a console user sees': { ...viewer, embedUserId: 0, userId: 3 },
  'another account': { ...viewer, tenantId: 12 },
};

for (const [name, other] of Object.entries(others))
  test(`a viewer is told apart from ${name}`, () => {
    assert.notEqual(viewerKey(other), viewerKey(viewer));
    assert.notEqual(findDifference(other, viewer), undefined);
  });

test('a viewer is the same in another session, whatever else it says', () => {
  assert.equal(viewerKey({ ...viewer, embedTenantName: 'Skyline', settings: {} }), viewerKey(viewer));
});
