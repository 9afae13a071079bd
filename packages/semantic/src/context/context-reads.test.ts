import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { answersTo, recordReads, type SecurityContext } from './context-reads.ts';

const context: SecurityContext = Object.freeze({
  user: Object.freeze({ id: 7, tags: Object.freeze(['a', 'b']) }),
  tenant: 'one',
});

function readsOf(read: (view: SecurityContext) => unknown): string[] {
  const { view, reads } = recordReads(context);
  read(view);
  return reads().map(({ asks, path }) => `${asks} ${path.join('.')}`);
}

test('nothing is read before it is looked at, and each value once', () => {
  assert.deepEqual(
    readsOf(() => undefined),
    [],
  );
  assert.deepEqual(
    readsOf((view) => [view['tenant'], view['tenant'], view['missing']]),
    ['value tenant', 'value missing'],
  );
});

test('an object that is passed through is read as an object, not whole', () => {
  assert.deepEqual(
    readsOf((view) => (view['user'] as SecurityContext)['id']),
    ['value user', 'value user.id'],
  );
});

test('every way to look at the names reads the names', () => {
  for (const look of [Object.keys, JSON.stringify, (view: SecurityContext) => ({ ...view })])
    assert.ok(readsOf(look).includes('names '), look.name);
  for (const look of [
    (view: SecurityContext) => 'tenant' in view,
    (view: SecurityContext) => Object.hasOwn(view, 'tenant'),
  ])
    assert.deepEqual(readsOf(look), ['value tenant']);
});

test('a view shows what the context holds', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (securityContext) => {
      assert.equal(JSON.stringify(recordReads(securityContext).view), JSON.stringify(securityContext));
    }),
  );
});

test('contexts with the same answers are the same to whatever read nothing else', () => {
  const name = fc.constantFrom('a', 'b', 'length');
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(1, '1', null, true, '{', '[', ''),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(name, tie('value'), { maxKeys: 2 }),
    ),
  }));
  const path = fc.array(fc.oneof(name, fc.constantFrom('0', '1')), { maxLength: 3 });
  const contexts = fc.tuple(fc.dictionary(name, value), fc.dictionary(name, value));
  /** Reads on where there is something, and at the end the names. */
  const follow = (view: unknown, steps: readonly string[]): unknown => {
    if (typeof view !== 'object' || view === null) return view;
    const [step, ...rest] = steps;
    return step === undefined ? Object.keys(view) : follow((view as SecurityContext)[step], rest);
  };
  fc.assert(
    fc.property(contexts, path, ([one, other], steps) => {
      const { view, reads } = recordReads(one);
      const found = follow(view, steps);
      if (answersTo(reads(), one) !== answersTo(reads(), other)) return;
      assert.deepEqual(follow(other, steps), found);
    }),
    { numRuns: 2_000 },
  );
});
