import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createCostWorld, type CostWorld } from './cost-world.ts';
import { compareCosts, readLedger, type Ledger } from './ledger.ts';
import { costlyOperations } from './measured-operations.ts';

let world: CostWorld;
let ledger: Ledger;
before(async () => {
  ledger = await readLedger();
  world = await createCostWorld();
});
after(() => world.close());

// In this order: what one has written is what the next finds.
for (const [name, prepare] of Object.entries(costlyOperations))
  test(`${name} costs what the ledger says`, async () => {
    const measured = await world.measure(await prepare(world));
    const differences = compareCosts(name, ledger[name], measured);
    assert.deepEqual(differences, [], 'npm run costs -- --write writes the ledger anew');
  });

test('the ledger holds what is measured and nothing else, each with its reason', () => {
  assert.deepEqual(Object.keys(ledger), Object.keys(costlyOperations));
  for (const [name, { reason }] of Object.entries(ledger))
    assert.ok(reason.length > 0, `${name} has no reason`);
});

test('a goal is lower than what it is the goal of', () => {
  for (const [name, { goal = {}, ...costs }] of Object.entries(ledger))
    for (const [each, value] of Object.entries(goal))
      assert.ok(value < costs[each as keyof typeof goal], `${name}: the goal of ${each} is reached`);
});
