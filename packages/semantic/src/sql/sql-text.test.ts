import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bound,
  flatten,
  infix,
  join,
  operand,
  postfix,
  primary,
  primaryText,
  strengths,
  withProvenance,
  type SqlText,
} from './sql-text.ts';

const printed = (sql: SqlText) => flatten(sql, (position) => `$${position}`);
const [a, b, c] = ['a', 'b', 'c'].map(primaryText) as [SqlText, SqlText, SqlText];
const author: SqlText = { binds: strengths.author, parts: ['NOT(x) OR y'] };

test('values are numbered in the order of the text, however deep they lie', () => {
  const list = join([bound('a', 'text'), primary`lower(${bound('b', 'text')})`], ', ');
  const { sql, params } = printed(primary`${bound(1, 'number')} = any(${list}, ${'c'})`);
  assert.equal(sql, '$1 = any($2, lower($3), c)');
  assert.deepEqual(params, [1, 'a', 'b']);
});

test('texts that are asked to equal something are told by their placeholders', () => {
  const { comparedTexts } = printed(join([bound('a', 'text'), bound('b', 'text', true)], ', '));
  assert.deepEqual(comparedTexts, [2]);
});

test('a statement has the provenance of its characters, the inner before the outer', () => {
  const inner = withProvenance('orders.amount', primary`sum(${bound('x', 'text')})`);
  const { sql, provenance } = printed(
    primary`SELECT ${withProvenance('orders.share', primary`${inner} / 2`)} FROM t`,
  );
  const pieces = provenance.map(([from, to, name]) => [sql.slice(from, to), name]);
  assert.deepEqual(pieces, [
    ['sum($1)', 'orders.amount'],
    ['sum($1) / 2', 'orders.share'],
  ]);
});

const either = infix([a, b], 'OR', strengths.or);
const both = infix([a, b], 'AND', strengths.and);
const sum = infix([a, b], '+', strengths.sum);
const equal = infix([a, b], '=', strengths.comparison);

const cases: [SqlText, string][] = [
  [infix([either, c], 'AND', strengths.and), '(a OR b) AND c'],
  [infix([both, c], 'OR', strengths.or), 'a AND b OR c'],
  [infix([equal, c], '=', strengths.comparison), '(a = b) = c'],
  [infix([sum, c], '=', strengths.comparison), 'a + b = c'],
  [infix([sum, c], '*', strengths.product), '(a + b) * c'],
  [postfix(equal, 'IS NULL'), '(a = b) IS NULL'],
  [postfix(author, 'IS NULL'), '(NOT(x) OR y) IS NULL'],
  [postfix(primary`f(${author})`, 'IS NULL'), 'f(NOT(x) OR y) IS NULL'],
  [operand(withProvenance('t.a', either), strengths.and), '(a OR b)'],
];
for (const [sql, text] of cases)
  test(`what binds weaker than its place needs is in parentheses: ${text}`, () => {
    assert.equal(printed(sql).sql, text);
  });
