import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planBranch, type BranchSides } from './branch-plan.ts';

/** Commits are texts: each has the history of its beginnings. */
const isAncestor = async (commit: string, of: string) => of.startsWith(commit);
const plan = (sides: Partial<BranchSides>) =>
  planBranch(
    {
      local: undefined,
      remote: undefined,
      before: undefined,
      isDeployed: false,
      hasDraft: false,
      isKnown: false,
      ...sides,
    },
    isAncestor,
  );

test('what is on one side alone comes to the other', async () => {
  assert.equal(await plan({ remote: 'a' }), 'create');
  assert.equal(await plan({ local: 'a' }), 'push');
  assert.equal(await plan({ local: 'a', remote: 'ab', before: 'a' }), 'forward');
  assert.equal(await plan({ local: 'ab', remote: 'a', before: 'a' }), 'push');
  assert.equal(await plan({ local: 'a', remote: 'a' }), 'none');
});

test('a branch that has nothing of its own yet is not pushed', async () => {
  assert.equal(await plan({ local: 'a', isKnown: true }), 'none');
});

test('a branch that was removed here stays removed until the remote has something new', async () => {
  assert.equal(await plan({ remote: 'a', before: 'a' }), 'none');
  assert.equal(await plan({ remote: 'ab', before: 'a' }), 'create');
});

test('a removed or rewritten branch of the remote is followed, but for the deployed one and one with a draft', async () => {
  assert.equal(await plan({ local: 'a', before: 'a' }), 'remove');
  assert.equal(await plan({ local: 'a', before: 'a', isDeployed: true }), 'push');
  assert.equal(await plan({ local: 'a', before: 'a', hasDraft: true }), 'push');
  assert.equal(await plan({ local: 'ab', remote: 'ac', before: 'ab' }), 'follow');
  assert.equal(await plan({ local: 'ab', remote: 'a', before: 'ab' }), 'follow');
  assert.equal(await plan({ local: 'ab', remote: 'ac', before: 'ab', isDeployed: true }), 'tell');
  assert.equal(await plan({ local: 'ab', remote: 'ac', before: 'ab', hasDraft: true }), 'tell');
});

test('no commit that is on one side alone is ever given up', async () => {
  const commit = fc.option(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 }), {
    nil: undefined,
  });
  const sides = fc.record({
    local: commit,
    remote: commit,
    before: commit,
    isDeployed: fc.boolean(),
    hasDraft: fc.boolean(),
    isKnown: fc.constant(false),
  });
  await fc.assert(
    fc.asyncProperty(sides, async (each) => {
      const { local, remote, before, isDeployed, hasDraft } = each;
      const step = await planBranch(each, isAncestor);
      if (step === 'forward') assert.ok(local !== undefined && remote?.startsWith(local));
      if (step === 'push') assert.ok(remote === undefined || local?.startsWith(remote));
      // What goes away is what the remote has had, and has given up itself.
      if (step === 'follow' || step === 'remove') assert.ok(local === before && !isDeployed && !hasDraft);
    }),
    { seed: 20_260_301, numRuns: 2_000 },
  );
});
