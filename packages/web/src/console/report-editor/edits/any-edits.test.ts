import type { Report } from '@oriel/contract';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHART_KINDS, LEGENDS, STACKINGS } from '../charts/chart-choice.ts';
import { OUTPUTS, UNITS } from '../query/comparisons.ts';
import { newCondition } from '../query/filter-conditions.ts';
import {
  draftColumns,
  toggleMember,
  withColumnAt,
  withDateRange,
  withFilter,
  withGranularity,
  withLimit,
  withoutFilterAt,
  withOrder,
  withOrderEarlier,
  type QueryDraft,
} from '../query/query-draft.ts';
import type { ReportEdits } from './edited-report.ts';
import { changesOf, creationOf, newEdits, readReport } from './report-edits.ts';
import {
  comparisonsOf,
  withComparison,
  withField,
  withFilledTime,
  withoutComparison,
  withoutField,
} from './report-parts.ts';

/*
 * Whatever is done in the editor: what is stored reads back as the same edits, an opened report is unchanged, and what the editor has no
 * field for is there as it was.
 */

const members = [
  { name: 'orders.count', kind: 'measure', type: 'number' },
  { name: 'orders.total', kind: 'measure', type: 'number' },
  { name: 'orders.city', kind: 'dimension', type: 'string' },
  { name: 'orders.open', kind: 'dimension', type: 'boolean' },
  { name: 'orders.created', kind: 'dimension', type: 'time' },
  { name: 'orders.paid', kind: 'dimension', type: 'time' },
  { name: 'orders.large', kind: 'segment', type: 'boolean' },
] as const;

type Edit = (edits: ReportEdits) => ReportEdits;

const onDraft =
  (change: (draft: QueryDraft) => QueryDraft): Edit =>
  (edits) =>
    edits.query.kind === 'draft'
      ? { ...edits, query: { kind: 'draft', draft: change(edits.query.draft) } }
      : edits;

/** One of a list by a number that may lie beyond it. */
const pick = <Item>(list: readonly Item[], number: number): Item | undefined => list[number % list.length];

const member = fc.constantFrom(...members);
const measure = fc.constantFrom('orders.count', 'orders.total');
const time = fc.constantFrom('orders.created', 'orders.paid');
const index = fc.nat(9);
/** Texts of any characters, with quotes and NUL among them. */
const anyText = fc.string({ unit: 'binary', maxLength: 8 });

const edit: fc.Arbitrary<Edit> = fc.oneof(
  member.map((each) => onDraft((draft) => toggleMember(draft, each))),
  fc
    .tuple(time, fc.constantFrom('week', 'month', 'fiscal'))
    .map(([name, grain]) =>
      onDraft((draft) =>
        draft.times.some(({ dimension, granularity }) => dimension === name && granularity !== undefined)
          ? withGranularity(draft, name, grain)
          : draft,
      ),
    ),
  fc
    .tuple(time, fc.constantFrom('last 7 days', ['2001-01-01', '2001-02-01'], undefined))
    .map(([name, range]) => onDraft((draft) => withDateRange(draft, name, range))),
  fc
    .tuple(member, fc.array(anyText, { maxLength: 3 }))
    .map(([each, values]) =>
      onDraft((draft) => withFilter(draft, { ...newCondition(each.name, each), values })),
    ),
  index.map((at) =>
    onDraft((draft) => (draft.filters[at]?.kind === 'kept' ? draft : withoutFilterAt(draft, at))),
  ),
  fc.tuple(index, index).map(([from, to]) =>
    onDraft((draft) => {
      const columns = draftColumns(draft);
      return withColumnAt(draft, pick(columns, from)?.key ?? '', pick(columns, to)?.key ?? '');
    }),
  ),
  fc
    .tuple(member, fc.constantFrom('asc' as const, 'desc' as const, undefined))
    .map(([{ name }, direction]) => onDraft((draft) => withOrder(draft, name, direction))),
  index.map((at) => onDraft((draft) => withOrderEarlier(draft, draft.order[at]?.key ?? ''))),
  fc
    .option(fc.integer({ min: 1, max: 50_000 }), { nil: undefined })
    .map((limit) => onDraft((draft) => withLimit(draft, limit))),
  fc
    .record({
      measure,
      timeDimension: time,
      offset: fc.record({ amount: fc.integer({ min: 1, max: 1000 }), unit: fc.constantFrom(...UNITS) }),
      outputs: fc.subarray([...OUTPUTS], { minLength: 1 }),
    })
    .map(
      (comparison): Edit =>
        (edits) =>
          withComparison(edits, comparison),
    ),
  index.map((at): Edit => (edits) => {
    const comparison = comparisonsOf(edits)?.[at];
    return comparison ? withoutComparison(edits, comparison) : edits;
  }),
  fc.option(time, { nil: undefined }).map(
    (name): Edit =>
      (edits) =>
        withFilledTime(edits, name),
  ),
  anyText.map(
    (sql): Edit =>
      (edits) =>
        withField(edits, 'orders.margin', { sql, kind: 'measure' }),
  ),
  fc.constant<Edit>((edits) => withoutField(edits, 'orders.margin')),
  fc
    .record({
      kind: fc.constantFrom(...CHART_KINDS),
      stacking: fc.constantFrom(...STACKINGS),
      isHorizontal: fc.boolean(),
      style: fc.record(
        {
          title: anyText,
          groupTitle: anyText,
          legend: fc.constantFrom(...LEGENDS),
          color: fc.constant('#18794e'),
        },
        { requiredKeys: [] },
      ),
      table: fc.record(
        {
          columnTotals: fc.constant(true as const),
          pivot: fc.subarray(['orders.city', 'orders.created.month']),
          bars: fc.subarray(['orders.count', 'orders.total']),
        },
        { requiredKeys: [] },
      ),
    })
    .map((choice): Edit => (edits) => ({ ...edits, drawing: { mode: 'choice', choice } })),
  anyText.map((name): Edit => (edits) => ({ ...edits, name: `Report ${name}` })),
);

/** What the editor has no field for. */
const kept = {
  rest: { timezone: 'Europe/Berlin', offset: 3, joinHints: [['orders', 'customers']], ungrouped: true },
  filter: { or: [{ member: 'orders.count', operator: 'gt', values: [5] }, { and: [] }] },
  meta: { pivotItems: [{ id: 'x' }], note: { of: 'a client' } },
};

const stored = (edits: ReportEdits) => creationOf(edits, (name) => name);
const reportOf = (fields: object) =>
  JSON.parse(JSON.stringify({ id: 7, deploymentId: 1, ...fields })) as Report;

const beginnings: ReportEdits[] = [
  newEdits('New'),
  readReport(
    reportOf({
      name: 'Kept',
      jsonQuery: JSON.stringify({ measures: ['orders.count'], filters: [kept.filter], ...kept.rest }),
      meta: {
        kind: 'table',
        spec: {},
        periodComparisons: [
          { measure: 'orders.count', timeDimension: 'orders.created', offset: { amount: 1, unit: 'year' } },
        ],
        ...kept.meta,
      },
    }),
  ),
];

test('whatever is edited is stored, and read back is the same and unchanged', () => {
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), fc.array(edit, { maxLength: 25 }), (begin, edits) => {
      const edited = edits.reduce((now, change) => change(now), begin);
      const first = stored(edited);
      const report = reportOf(first);
      const read = readReport(report);
      assert.deepEqual(reportOf(stored(read)), report);
      assert.deepEqual(changesOf(read, read, { report, titleOf: (name) => name }), {});
    }),
    { numRuns: 300 },
  );
});

test('whatever is edited, what the editor has no field for stays as it was', () => {
  const begin = beginnings[1];
  assert.ok(begin);
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
      const { jsonQuery, meta } = reportOf(stored(edits.reduce((now, change) => change(now), begin)));
      const query = JSON.parse(jsonQuery ?? '{}') as Record<string, unknown>;
      const keptKeys = Object.fromEntries(Object.keys(kept.rest).map((key) => [key, query[key]]));
      assert.deepEqual(keptKeys, kept.rest);
      assert.deepEqual((query['filters'] as unknown[])[0], kept.filter);
      const { pivotItems, note } = meta as Record<string, unknown>;
      assert.deepEqual({ pivotItems, note }, kept.meta);
    }),
    { numRuns: 200 },
  );
});
