import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citationOf } from './run-call.ts';

const query = {
  measures: ['sales.revenue'],
  dimensions: ['sales.region'],
  order: [['sales.revenue', 'desc']],
};
const certifiedQueries = [
  { name: 'by-region', userRequest: 'What is the revenue by region?', query: JSON.stringify(query) },
];
const cite = (ran: object, name = 'run_query') =>
  citationOf('line', { name, answer: { title: 'Revenue', query: ran, rows: [] } }, certifiedQueries);

test('a query that is a certified one but for its limit is cited as certified', () => {
  const { dimensions, measures, order } = query;
  const citation = cite({ limit: 100, order, dimensions, measures });
  assert.equal(citation?.certifiedQuery, 'by-region');
  assert.equal(citation.title, 'Revenue');
});

test('a query that differs in anything else is not certified', () => {
  const filters = [{ member: 'sales.region', operator: 'equals', values: ['south'] }];
  for (const other of [{ ...query, filters }, { ...query, order: [] }, { measures: query.measures }])
    assert.equal(cite(other)?.certifiedQuery, undefined);
});

test('what ran no query is not cited', () => {
  assert.equal(cite(query, 'search_model'), undefined);
  assert.equal(
    citationOf('line', { name: 'run_query', answer: { error: { message: 'No' } } }, certifiedQueries),
    undefined,
  );
});
