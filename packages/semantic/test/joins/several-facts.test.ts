import { compileQuery, duckdb, normalizeQuery, QueryError } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody } from '../support/query-rows.ts';
import { modelOf } from '../row-cases.ts';

const model = modelOf(['shop', 'facts']);

function compile(input: object, groups: readonly string[] = []) {
  const context = { ...everybody, securityContext: { [everybody.brandKey]: { groups } } };
  const { queries } = normalizeQuery(input, context);
  return queries.map((query) => compileQuery(model, query, context, duckdb));
}

const isMixedFilter = (error: unknown) =>
  error instanceof QueryError && error.code === 'mixed_filter_group' && /several facts/.test(error.message);

test('alternatives in two facts are refused, for no row is of both', () => {
  const measures = ['facts.amount', 'facts.refunded'];
  const done = { member: 'facts.status', operator: 'equals', values: ['done'] };
  const broken = { member: 'facts.reason', operator: 'equals', values: ['broken'] };
  assert.throws(() => compile({ measures, filters: [{ or: [done, broken] }] }), isMixedFilter);
});

test('policies that show rows of one fact or rows of another are refused as well', () => {
  const measures = ['guarded_facts.amount', 'guarded_facts.refunded'];
  assert.throws(() => compile({ measures }, ['closers', 'inspectors']), isMixedFilter);
});

test('rows of one fact that a policy shows by another fact are refused', () => {
  assert.throws(
    () => compile({ measures: ['guarded_facts.refunded'] }, ['closers']),
    (error: unknown) => error instanceof QueryError && error.code === 'no_join_path',
  );
});
