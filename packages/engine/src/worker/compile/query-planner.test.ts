import { compileModel, duckdb, normalizeQuery, type QueryContext } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompileResults, CompileTask } from './compile-messages.ts';
import type { ModelCompilation } from './model-compiler.ts';
import { compileTimed } from './query-compiler.ts';
import { createQueryPlanner } from './query-planner.ts';

const context: QueryContext = { securityContext: {}, brandKey: 'svcCloud', now: new Date() };

/** A compiler that answers when it is told to. */
function createHeldCompiler() {
  const built = compileModel([
    {
      path: 'orders.yml',
      content: 'cubes: [{ name: orders, sql_table: orders, measures: [{ name: count, type: count }] }]',
    },
  ]);
  assert.ok('model' in built);
  const { model } = built;
  const held: (() => void)[] = [];
  const compilation: ModelCompilation = {
    begun: Promise.resolve(),
    async run<Task extends { kind: CompileTask['kind'] }>(task: Task) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.push(resolve);
      await promise;
      assert.ok(task.kind === 'compile' && 'queries' in task && Array.isArray(task.queries));
      const timed = task.queries.map((query) =>
        compileTimed({ model, reads: [] }, query, context, () => duckdb),
      );
      // The planner sends tasks of one kind, which have these results.
      return timed as unknown as CompileResults[Task['kind']];
    },
    forget: () => {},
  };
  return { compilation, held };
}

test('a plan that is there after its caller was told to ask again is kept for the next time', async () => {
  const { compilation, held } = createHeldCompiler();
  const planner = createQueryPlanner(compilation, { pollGraceMs: 60_000 });
  const { queries } = normalizeQuery({ measures: ['orders.count'] }, context);
  const asked = { caller: undefined, signal: new AbortController().signal };
  await assert.rejects(planner.compile(queries, context, { ...asked, waitMs: 1 }));
  held[0]?.();
  await new Promise(setImmediate);
  const [compiled] = await planner.compile(queries, context, asked);
  assert.match(compiled?.sql ?? '', /count/i);
  assert.equal(held.length, 1);
  await planner.close();
});
