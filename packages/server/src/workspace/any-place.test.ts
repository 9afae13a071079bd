import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp } from '../test/index.ts';
import type { Ref } from '../test/naive/naive-workspace.ts';
import { commonKinds, making, step, type Step } from '../test/naive/random-workspaces.ts';
import { createCallers, type MakeCallers } from '../test/naive/workspace-callers.ts';
import { startRun } from '../test/naive/workspace-run.ts';

/*
 * Random operations of all callers on all kinds of items in all places. What each operation answers is what the item and the lists
 * show afterwards, to everybody; access changes as the dry run has said; what was refused, or is where it was put, has not changed;
 * and no answer names what its caller does not see. The rules are those of `test/naive/naive-workspace.ts`.
 *
 * `ORIEL_FUZZ_SEED` starts another sequence, `ORIEL_FUZZ_RUNS` makes another number of workspaces, `ORIEL_FUZZ_MS` bounds the time.
 */
const seed = Number(process.env['ORIEL_FUZZ_SEED'] ?? 20_260_301);
const numRuns = Number(process.env['ORIEL_FUZZ_RUNS'] ?? 6);
const timeLimitMs = Number(process.env['ORIEL_FUZZ_MS'] ?? 10_000);
/** For what is left of a sequence that failed to be found. */
const SHRINKING_MS = 30_000;
const MAX_STEPS = 60;

let world: TestApp;
let makeCallers: MakeCallers;
/** Of another deployment. */
let elsewhere: Ref[];
before(async () => {
  world = await createTestApp();
  makeCallers = await createCallers(world);
  const calls = createWorkspaceCalls(world);
  elsewhere = [
    { type: 'FOLDER', id: (await calls.makeFolder('Elsewhere')).id },
    { type: 'WORKBOOK', id: (await calls.makeWorkbook('Elsewhere')).id },
    { type: 'REPORT', id: (await calls.makeReport({ name: 'Elsewhere' })).id },
  ];
});
after(() => world.close());

test('what is answered is what lists show, wherever anything of any kind is put', async (context: TestContext) => {
  let isCut = false;
  let hasFailed = false;
  let endsAt = performance.now() + timeLimitMs;
  const seen = new Map<string, number>();
  const begun = performance.now();
  const isOver = () => (isCut ||= performance.now() > endsAt);
  const runAll = async (makings: readonly Step[], steps: readonly Step[]) => {
    if (isOver()) return;
    const run = await startRun(world, { makeCallers, elsewhere });
    try {
      for (const drawn of makings) await run.take(drawn, { isChecked: false });
      for (const drawn of steps) {
        // A run that the time has cut has not come to where everything is looked at.
        if (isOver()) return;
        const outcome = await run.take(drawn, { isChecked: true });
        if (outcome !== undefined) seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
      await run.checkAll();
    } catch (error) {
      if (!hasFailed) endsAt = performance.now() + SHRINKING_MS;
      hasFailed = true;
      throw new Error(`${run.trace.join('\n')}\n${(error as Error).message}`, { cause: error });
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(making, { maxLength: 40, size: 'max' }),
      fc.array(step, { minLength: 1, maxLength: MAX_STEPS, size: 'max' }),
      runAll,
    ),
    { seed, numRuns },
  );
  const count = [...seen.values()].reduce((sum, each) => sum + each, 0);
  const seconds = (performance.now() - begun) / 1000;
  context.diagnostic(
    `${count} operations in ${seconds.toFixed(1)} s: ${[...seen].map(([what, times]) => `${what}: ${times}`).join(', ')}`,
  );
  // A search that met nothing, or refusals alone, has shown nothing.
  for (const kind of isCut ? [] : commonKinds) assert.ok(seen.has(`${kind} 200`), `No ${kind} was made`);
});
