import type { Permission, Policy } from '@oriel/contract';
import { may, rightsOfPolicies, unionOf, type UserPrincipal } from '@oriel/server/test';
import { median, type Bench, type BenchResult } from '../support/bench.ts';

const POLICIES = 1_000;
const GROUPS = 100;
const ROUNDS = 200;
/** Decisions to one sample, since the clock counts in microseconds. */
const CALLS = 100;
const TARGET_MS = 0.2;

/** The decision of each request, for a user with many policies and groups. */
export const accessDecision: Bench = {
  id: 'access-decision',
  title: 'Access decisions',
  async run(): Promise<BenchResult[]> {
    const principal = makePrincipal();
    // The last of them is found last, and what no policy gives is looked for in all.
    const asked: [string, Permission, number][] = [
      ['access-decision.permitted', 'SchemaRead', POLICIES],
      ['access-decision.refused', 'SecretsManage', POLICIES],
    ];
    return asked.map(([name, permission, deploymentId]) => {
      const samples = Array.from({ length: ROUNDS }, () =>
        millisecondsPerCall(() => may(principal, permission, { deploymentId })),
      );
      const note = `${POLICIES} policies, ${GROUPS} groups`;
      return {
        name,
        unit: 'ms',
        oriel: median(samples),
        target: TARGET_MS,
        samples: { oriel: samples },
        note,
      };
    });
  },
};

/** A user with a policy for each of as many deployments. */
function makePrincipal(): UserPrincipal {
  const policies = Array.from({ length: POLICIES }, (_, index): Policy => ({
    resourceType: 'Deployment',
    actions: ['DeploymentRead', 'SchemaRead'],
    resources: [String(index + 1)],
  }));
  const tier: Policy = { resourceType: 'Global', actions: ['AIBIDevelop'], resources: ['All'] };
  return {
    kind: 'user',
    tenantId: 1,
    userId: 1,
    email: 'ada@example.com',
    rights: unionOf([rightsOfPolicies([tier, ...policies])]),
    accessVersion: 1,
    groupIds: Array.from({ length: GROUPS }, (_, index) => index + 1),
    deploymentIds: null,
    via: 'api-key',
  };
}

function millisecondsPerCall(decide: () => boolean): number {
  const started = performance.now();
  for (let call = 0; call < CALLS; call += 1) decide();
  return (performance.now() - started) / CALLS;
}
