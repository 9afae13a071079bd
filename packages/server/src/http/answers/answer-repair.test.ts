import { limits } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { repairAnswer } from './answer-repair.ts';

const nullish = (type: string, more: object = {}) => ({ type: [type, 'null'], ...more });
const widget = {
  type: 'object',
  required: ['id', 'at'],
  properties: {
    id: { type: 'string' },
    at: { type: 'integer' },
    config: { anyOf: [{ type: 'object', properties: { title: nullish('string') } }, { type: 'null' }] },
  },
};
const item = {
  type: 'object',
  required: ['id', 'meta'],
  properties: {
    id: { type: 'integer' },
    kind: nullish('string', { enum: ['table', null] }),
    owner: { type: 'string' },
    meta: { type: 'object' },
    rows: { type: 'array' },
    layout: {
      anyOf: [
        { type: 'object', properties: { row: nullish('integer') }, additionalProperties: false },
        { type: 'null' },
      ],
    },
    widgets: { anyOf: [{ type: 'array', items: widget }, { type: 'null' }] },
  },
};
const page = {
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', items: item }, count: { type: 'integer' } },
};
const ajv = new Ajv2020({ allErrors: true, strict: false });
const [checkPage, checkItem] = [ajv.compile(page), ajv.compile(item)];

const cases: [title: string, faulty: object, repaired: object, paths: string[]][] = [
  ['a value becomes null', { id: 1, kind: 'pie' }, { id: 1, kind: null }, ['kind']],
  ['a field that takes no null goes', { id: 1, owner: 5 }, { id: 1 }, ['owner']],
  [
    'an object or a list becomes an empty one',
    { id: 1, meta: 5, rows: 'x' },
    { id: 1, meta: {}, rows: [] },
    ['meta', 'rows'],
  ],
  [
    'the deepest that mends it goes',
    { id: 1, layout: { row: 'two' } },
    { id: 1, layout: { row: null } },
    ['layout.row'],
  ],
  ['what is not declared goes', { id: 1, layout: { column: 2 } }, { id: 1, layout: {} }, ['layout.column']],
  [
    'an entry of a list goes alone, and others keep their place in paths',
    {
      id: 1,
      widgets: [{ id: 'a', at: 1 }, null, { id: 'b' }, { id: 'c', at: 2, config: { title: 3 } }],
    },
    {
      id: 1,
      widgets: [
        { id: 'a', at: 1 },
        { id: 'c', at: 2, config: { title: null } },
      ],
    },
    ['widgets[1]', 'widgets[2]', 'widgets[3].config.title'],
  ],
];

for (const [title, faulty, repaired, paths] of cases)
  test(title, () => {
    const whole = { meta: {}, ...faulty };
    const before = structuredClone(whole);
    const { answer, damage } = repairAnswer(checkItem, whole);
    const { damaged, ...rest } = answer as { damaged: { path: string; message: string }[] };
    assert.deepEqual(rest, { meta: {}, ...repaired });
    assert.deepEqual(damaged.map(({ path }) => path).sort(), paths);
    assert.ok(damaged.every(({ message }) => message !== ''));
    assert.deepEqual(damage, damaged);
    assert.deepEqual(whole, before);
  });

test('a record of a list says itself what of it is damaged, and the others stay as they are', () => {
  const items = [{ id: 1 }, { id: 2, kind: 'pie' }, { id: 3 }].map((one) => ({ ...one, meta: {} }));
  const { answer, damage } = repairAnswer(checkPage, { items, data: items, count: 3 });
  const [first, second, third] = (answer as { items: Record<string, unknown>[] }).items;
  assert.deepEqual([first, third], [items[0], items[2]]);
  assert.deepEqual(
    [second?.['id'], second?.['kind'], second?.['damaged']],
    [2, null, [{ path: 'kind', message: 'must be equal to one of the allowed values' }]],
  );
  assert.deepEqual(
    damage.map(({ path }) => path),
    ['items[1].kind'],
  );
});

test('a page of damaged records is repaired as fast as one of them', () => {
  const items = Array.from({ length: 1_000 }, (_, id) => ({ id, kind: 'pie', meta: 5, rows: 'x', owner: 7 }));
  let rounds = 0;
  const counted = Object.assign((value: unknown) => {
    rounds += 1;
    const isValid = checkPage(value);
    counted.errors = checkPage.errors ?? null;
    return isValid;
  }, checkPage);
  const { answer } = repairAnswer(counted as typeof checkPage, { items });
  const repaired = (answer as { items: { id: number; damaged: { path: string }[] }[] }).items;
  assert.deepEqual([repaired.length, repaired[999]?.id], [1_000, 999]);
  for (const { damaged } of repaired)
    assert.deepEqual(damaged.map(({ path }) => path).sort(), ['kind', 'meta', 'owner', 'rows']);
  assert.ok(rounds < 10, `${rounds} rounds`);
});

test('records that go leave the others in their place', () => {
  const items = ['a', 1, 'b', 2, 'c'].map((id) => ({ id, meta: {} }));
  const { answer, damage } = repairAnswer(checkPage, { items });
  assert.deepEqual(
    (answer as { items: { id: number }[] }).items.map(({ id }) => id),
    [1, 2],
  );
  assert.deepEqual(damage.map(({ path }) => path).sort(), ['items[0]', 'items[2]', 'items[4]']);
});

test('a record without which nothing is left goes from its list', () => {
  const { answer, damage } = repairAnswer(checkPage, {
    items: [
      { id: 1, meta: {} },
      { id: 'two', meta: {} },
    ],
  });
  assert.deepEqual((answer as { items: unknown }).items, [{ id: 1, meta: {} }]);
  assert.deepEqual(
    damage.map(({ path }) => path),
    ['items[1]'],
  );
});

test('what needs more than an empty object goes with what holds it', () => {
  const inner = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const check = ajv.compile({
    type: 'object',
    properties: { a: { type: 'object', required: ['b'], properties: { b: inner } } },
  });
  assert.deepEqual(repairAnswer(check, { a: { b: 5 } }).answer, {
    damaged: [{ path: 'a', message: "must have required property 'b'" }],
  });
});

test('an answer that is something else is no answer', () => {
  assert.throws(() => repairAnswer(checkPage, { rows: [] }), /does not meet its schema/);
  assert.throws(() => repairAnswer(checkItem, 'text'), /does not meet its schema/);
});

test('of a record with many damaged parts a hundred are named, each by a path of a bounded length', () => {
  const check = ajv.compile({
    type: 'object',
    properties: {
      id: { type: 'integer' },
      texts: { type: 'object', additionalProperties: { type: 'string' } },
    },
  });
  const names = Array.from({ length: 150 }, (_, index) => `${index}${'x'.repeat(2_000)}`);
  const { answer } = repairAnswer(check, {
    id: 1,
    texts: Object.fromEntries(names.map((name) => [name, 5])),
  });
  const { damaged } = answer as { damaged: { path: string }[] };
  assert.equal(damaged.length, limits.MAX_ISSUES);
  for (const { path } of damaged) assert.equal(path.length, limits.MAX_ISSUE_PATH_LENGTH);
});
