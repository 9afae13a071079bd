import type { EnvironmentTokenScope, Permission } from '@oriel/contract';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widerClaims } from '../test/identity/wider-claims.ts';
import { narrow, type ClaimLimits, type CredentialClaims } from './credential-claims.ts';

const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const deploymentIds = fc.option(fc.subarray([1, 2, 3, 4]), { nil: null });
const branch = maybe(fc.constantFrom(null, 'master', 'next'));
const viewer = maybe(
  fc.record({
    holder: fc.constantFrom('user 1', 'embed-user 1'),
    securityContext: fc.record({ region: fc.constantFrom('north', 'south') }),
  }),
);
const maker = maybe(
  fc.record({
    userId: fc.constantFrom(1, 2),
    operation: fc.constantFrom('generateSession' as const, 'deploymentToken' as const),
  }),
);
const given = fc.oneof(
  fc.constant<Permission[]>(['All']),
  fc.subarray<Permission>(['PlaygroundRead', 'SchemaRead', 'EmbedDashboardRead', 'DownloadData']),
);
const scopes = maybe(fc.subarray<EnvironmentTokenScope>(['meta', 'data', 'sql', 'graphql']));
const level = fc.constantFrom<CredentialClaims['highestLevel'][]>(0, 1, 2, 3);
const end = maybe(fc.integer({ min: 0, max: 10 }));

const claims: fc.Arbitrary<CredentialClaims> = fc.record({
  tenantId: fc.constantFrom(1, 2),
  deploymentIds,
  branch,
  viewer,
  maker,
  permissions: given,
  scopes,
  highestLevel: level,
  expiresAtMs: end,
});
const limits: fc.Arbitrary<ClaimLimits> = fc.record(
  { deploymentIds, branch, viewer, maker, permissions: given, scopes, highestLevel: level, expiresAtMs: end },
  { requiredKeys: [] },
);

test('however often credentials are made from each other, none is wider than any before it', () => {
  fc.assert(
    fc.property(claims, fc.array(limits, { minLength: 1, maxLength: 5 }), (first, steps) => {
      const chain = [first];
      for (const step of steps) chain.push(narrow(chain.at(-1) ?? first, step));
      const last = chain.pop() ?? first;
      for (const ancestor of chain) assert.deepEqual(widerClaims(last, ancestor), []);
    }),
    { numRuns: 1000 },
  );
});

test('what is asked for bounds the new credential as well', () => {
  fc.assert(
    fc.property(claims, limits, (parent, asked) => {
      const child = narrow(parent, asked);
      const bound: CredentialClaims = {
        ...parent,
        deploymentIds: asked.deploymentIds ?? null,
        permissions: asked.permissions ?? ['All'],
        scopes: asked.scopes,
        highestLevel: asked.highestLevel ?? 3,
        expiresAtMs: asked.expiresAtMs,
      };
      assert.deepEqual(widerClaims(child, bound), []);
    }),
  );
});

test('what leaves a choice is chosen, and what is chosen stays', () => {
  const open: CredentialClaims = {
    tenantId: 1,
    deploymentIds: null,
    branch: undefined,
    viewer: undefined,
    maker: undefined,
    permissions: ['All'],
    highestLevel: 3,
    expiresAtMs: undefined,
  };
  const session = narrow(open, { branch: 'next', deploymentIds: [1] });
  assert.equal(session.branch, 'next');
  assert.equal(narrow(session, { branch: null }).branch, 'next');
  assert.equal(narrow(narrow(open, { branch: null }), { branch: 'next' }).branch, null);
  assert.deepEqual(narrow(session, { deploymentIds: [1, 2] }).deploymentIds, [1]);
});
