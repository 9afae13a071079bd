import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bound, boundOf, join, print, sql, textOf, withProvenance } from './fragment.ts';

const placeholder = (position: number) => `$${position}`;

test('values are numbered in the order of the text, however deep they lie', () => {
  const list = join([bound('a'), sql`lower(${bound('b')})`], ', ');
  const { sql: text, params } = print(sql`${bound(1)} = any(${list}, ${'c'})`, placeholder);
  assert.equal(text, '$1 = any($2, lower($3), c)');
  assert.deepEqual(params, [1, 'a', 'b']);
});

test('a statement has the provenance of its characters, the inner before the outer', () => {
  const inner = withProvenance('orders.amount', sql`sum(${bound('x')})`);
  const printed = print(sql`SELECT ${withProvenance('orders.share', sql`${inner} / 2`)} FROM t`, placeholder);
  const pieces = printed.provenance.map(([from, to, name]) => [printed.sql.slice(from, to), name]);
  assert.deepEqual(pieces, [
    ['sum($1)', 'orders.amount'],
    ['sum($1) / 2', 'orders.share'],
  ]);
});

test('only a bound value by itself is one', () => {
  assert.deepEqual(boundOf(bound('a')), { value: 'a' });
  for (const other of [[], ['a'], [bound('a')], sql`${bound('a')} `, withProvenance('a.b', bound('a'))])
    assert.equal(boundOf(other), undefined);
});

test('a fragment with values, or longer than asked for, has no text', () => {
  const nested = sql`a ${withProvenance('a.b', sql`b ${'c'}`)}`;
  assert.equal(textOf(nested, 5), 'a b c');
  assert.equal(textOf(nested, 4), undefined);
  assert.equal(textOf(sql`a ${bound('b')}`, 10), undefined);
});
