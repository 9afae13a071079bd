import type { Report } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedColumns, newComparison, readComparisons } from '../query/comparisons.ts';
import { emptyDraft, toggleMember, withOrder, type QueryDraft } from '../query/query-draft.ts';
import type { ReportEdits } from './edited-report.ts';
import { changesOf, columnsIn, readReport } from './report-edits.ts';
import {
  comparisonsOf,
  fieldName,
  filledTime,
  withComparison,
  withField,
  withFilledTime,
  withoutComparison,
  withoutField,
} from './report-parts.ts';

const titleOf = (name: string) => name;
const comparison = {
  measure: 'orders.count',
  timeDimension: 'orders.created',
  offset: { amount: 1, unit: 'year' as const },
};
const reportOf = (query: object, meta: object = { kind: 'table', spec: {} }) =>
  ({ id: 7, deploymentId: 1, name: 'Sales', jsonQuery: JSON.stringify(query), meta }) as Report;
const queryAfter = (report: Report, to: (edits: ReportEdits) => ReportEdits) => {
  const before = readReport(report);
  const { jsonQuery, meta } = changesOf(before, to(before), { report, titleOf });
  return { query: jsonQuery == null ? undefined : (JSON.parse(jsonQuery) as object), meta };
};

test('a comparison of a report is changed where it is: in its meta, or in its query', () => {
  const other = { ...comparison, offset: { amount: 3, unit: 'month' as const } };
  const inQuery = reportOf({ measures: ['orders.count'], periodComparisons: [comparison] });
  const inMeta = reportOf(
    { measures: ['orders.count'] },
    { kind: 'table', spec: {}, periodComparisons: [{ ...comparison, note: 'of a client' }] },
  );
  const change = (edits: ReportEdits) => {
    const [first] = comparisonsOf(edits) ?? [];
    assert.ok(first);
    return withComparison(edits, { ...first, offset: other.offset }, first);
  };
  assert.deepEqual(queryAfter(inQuery, change), {
    query: { measures: ['orders.count'], periodComparisons: [other] },
    meta: undefined,
  });
  assert.deepEqual(queryAfter(inMeta, change), {
    query: undefined,
    meta: { kind: 'table', spec: {}, periodComparisons: [{ ...other, note: 'of a client' }] },
  });
});

test('a comparison that is taken out takes its order along', () => {
  const report = reportOf({
    measures: ['orders.count'],
    order: [['orders.count.previous_1_year', 'desc']],
    periodComparisons: [comparison],
  });
  const { query } = queryAfter(report, (edits) =>
    (comparisonsOf(edits) ?? []).reduce(withoutComparison, edits),
  );
  assert.deepEqual(query, { measures: ['orders.count'] });
});

test('comparisons of another form are none that the editor has fields for', () => {
  const bad = [
    { ...comparison, offset: { amount: 0, unit: 'year' } },
    { ...comparison, offset: { amount: 1.5, unit: 'year' } },
    { ...comparison, offset: { amount: 2 ** 31, unit: 'year' } },
    { ...comparison, offset: { amount: 1, unit: 'decade' } },
    { ...comparison, outputs: ['median'] },
    { measure: 'orders.count' },
    null,
    'text',
  ];
  for (const each of bad) assert.equal(readComparisons([comparison, each]), undefined, JSON.stringify(each));
  assert.equal(readComparisons('text'), undefined);
  assert.deepEqual(readComparisons(null), []);
});

test('columns of comparisons may be drawn, and what changes in percent is not beside numbers by itself', () => {
  const report = reportOf({
    measures: ['orders.count'],
    periodComparisons: [{ ...comparison, outputs: ['previous', 'percent'] }],
  });
  const columns = columnsIn(readReport(report), titleOf);
  assert.deepEqual(
    columns.map(({ key, isChange }) => [key, isChange ?? false]),
    [
      ['orders.count', false],
      ['orders.count.previous_1_year', false],
      ['orders.count.percent_1_year', true],
    ],
  );
  assert.equal(columns[1]?.title, 'orders.count (1 year before)');
  assert.deepEqual(
    comparedColumns([comparison]).map(({ key }) => key),
    ['orders.count.previous_1_year'],
  );
});

test('a new comparison goes back by the granularity of the rows, else by a year', () => {
  const created = { name: 'orders.created', kind: 'dimension', type: 'time' } as const;
  const cut: QueryDraft = toggleMember(emptyDraft, created);
  assert.deepEqual(newComparison('orders.count', cut, ['orders.paid']), {
    ...comparison,
    offset: { amount: 1, unit: 'month' },
    outputs: ['previous', 'percent'],
  });
  const { timeDimension, offset } = newComparison('orders.count', emptyDraft, ['orders.paid']);
  assert.deepEqual(
    { timeDimension, offset },
    { timeDimension: 'orders.paid', offset: { amount: 1, unit: 'year' } },
  );
});

test('periods without rows are filled in by a time, and that goes again', () => {
  const report = reportOf({ measures: ['orders.count'] });
  const filled = withFilledTime(readReport(report), 'orders.created');
  assert.equal(filledTime(filled), 'orders.created');
  assert.deepEqual(queryAfter(report, () => filled).query, {
    measures: ['orders.count'],
    fillMissingRows: { member: 'orders.created' },
  });
  assert.equal(queryAfter(report, () => withFilledTime(filled, undefined)).query, undefined);
});

test('a calculated field that is deleted is asked for no more', () => {
  const report = reportOf({ measures: ['orders.count'] });
  const made = withField(readReport(report), 'orders.part', { sql: 'count / 2', kind: 'measure' });
  const asked: ReportEdits = {
    ...made,
    query: {
      kind: 'draft',
      draft: withOrder(
        toggleMember(made.query.kind === 'draft' ? made.query.draft : emptyDraft, {
          name: 'orders.part',
          kind: 'measure',
          type: 'number',
        }),
        'orders.part',
        'desc',
      ),
    },
  };
  assert.deepEqual(queryAfter(report, () => asked).query, {
    measures: ['orders.count', 'orders.part'],
    order: [['orders.part', 'desc']],
    calculatedFields: { 'orders.part': { sql: 'count / 2', kind: 'measure' } },
  });
  assert.equal(queryAfter(report, () => withoutField(asked, 'orders.part')).query, undefined);
});

test('a new field is named by the words of its title, in whichever script they are', () => {
  const taken = new Set(['orders.share', 'orders.calculated']);
  const nameOf = (title: string) => fieldName('orders', title, (name) => taken.has(name));
  assert.equal(nameOf('Late part (%)'), 'orders.late_part');
  assert.equal(nameOf('Share'), 'orders.share_2');
  assert.equal(nameOf('Größe 2'), 'orders.gro_e_2');
  assert.equal(nameOf('2001'), 'orders.field_2001');
  assert.equal(nameOf('割合'), 'orders.calculated_2');
  assert.equal(nameOf('\ud800'), 'orders.calculated_2');
});
