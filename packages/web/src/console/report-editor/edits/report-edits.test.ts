import type { Report } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginHistory, redo, undo, withChange } from '../../editing/edit-history.ts';
import { newCondition } from '../query/filter-conditions.ts';
import { toggleMember, withFilter } from '../query/query-draft.ts';
import type { ReportEdits } from './edited-report.ts';
import { changesOf, creationOf, drawingOf, newEdits, readReport } from './report-edits.ts';

const titleOf = (name: string) => name;
const reportOf = (fields: Partial<Report>) =>
  ({ id: 7, deploymentId: 1, name: 'Sales', ...fields }) as Report;
const changed = (report: Report, to: (edits: ReportEdits) => ReportEdits) => {
  const before = readReport(report);
  return changesOf(before, to(before), { report, titleOf });
};

const drawn = {
  kind: 'vega',
  spec: { mark: { type: 'bar', tooltip: true }, encoding: {} },
  preferences: { columnFormats: {} },
  pythonCode: 'pass',
};

test('a report that is opened and saved is not changed, whatever it holds', () => {
  const reports = [
    { jsonQuery: '{"measures":["orders.count"],"order":{"orders.count":"desc"}}', meta: drawn },
    { jsonQuery: '[{"measures":["orders.count"]}]', meta: null },
    { jsonQuery: 'broken', meta: { kind: 'html', spec: '<b>{{rowCount}}</b>' } },
    { jsonQuery: null, sqlQuery: 'SELECT 1', meta: { kind: 'table' } },
    { jsonQuery: null, meta: { kind: 'kpi', spec: { blocks: [{ type: 'text', content: 'x' }] } } },
  ];
  for (const fields of reports)
    assert.deepEqual(
      changed(reportOf(fields), (edits) => edits),
      {},
    );
});

test('another name is sent alone, and as the title where there is one', () => {
  const rename = (edits: ReportEdits) => ({ ...edits, name: 'Turnover' });
  assert.deepEqual(changed(reportOf({ meta: drawn }), rename), { name: 'Turnover' });
  assert.deepEqual(changed(reportOf({ title: 'Sales of all', meta: drawn }), rename), {
    name: 'Turnover',
    title: 'Turnover',
  });
});

test('another query keeps a drawing that is written, and all else in the meta', () => {
  const report = reportOf({ jsonQuery: '{"measures":["orders.count"],"timezone":"UTC"}', meta: drawn });
  const changes = changed(report, (edits) => {
    assert.ok(edits.query.kind === 'draft');
    const draft = toggleMember(edits.query.draft, { name: 'orders.city', kind: 'dimension', type: 'string' });
    return { ...edits, query: { kind: 'draft', draft } };
  });
  assert.deepEqual(changes, {
    jsonQuery: '{"measures":["orders.count"],"dimensions":["orders.city"],"timezone":"UTC"}',
    sqlQuery: null,
  });
});

test('a drawing by fields follows the query, and what the meta has besides stays', () => {
  const meta = { kind: 'kpi', spec: { blocks: [{ type: 'number', field: 'orders.count' }] }, note: 1 };
  const report = reportOf({ jsonQuery: '{"measures":["orders.count"]}', meta });
  const changes = changed(report, (edits) => ({
    ...edits,
    drawing: { mode: 'choice', choice: { kind: 'table' } },
  }));
  assert.deepEqual(changes, { meta: { kind: 'table', spec: {}, note: 1 } });
});

test('a new report is created with its query and its drawing, and SQL is copied as it is', () => {
  const made = creationOf(newEdits('First'), titleOf);
  assert.deepEqual(made, { name: 'First', jsonQuery: '{"limit":5000}', meta: { kind: 'table', spec: {} } });
  const sql = readReport(reportOf({ jsonQuery: null, sqlQuery: 'SELECT 1', meta: drawn }));
  assert.deepEqual(creationOf(sql, titleOf), { name: 'Sales', sqlQuery: 'SELECT 1', meta: drawn });
});

test('a condition that waits for its value is not stored', () => {
  const report = reportOf({ jsonQuery: '{"measures":["orders.count"]}', meta: { kind: 'table', spec: {} } });
  const changes = changed(report, (edits) => {
    assert.ok(edits.query.kind === 'draft');
    const waiting = newCondition('orders.city', { kind: 'dimension', type: 'string' });
    return { ...edits, query: { kind: 'draft', draft: withFilter(edits.query.draft, waiting) } };
  });
  assert.deepEqual(changes, {});
});

test('a template is drawn as the text that it is', () => {
  const edits = readReport(reportOf({ jsonQuery: null, meta: { kind: 'html', spec: '<b>{{x}}</b>' } }));
  assert.deepEqual(drawingOf(edits, titleOf), { kind: 'html', spec: '<b>{{x}}</b>' });
});

test('changes are taken back and made again, and what is typed in one field is one change', () => {
  let history = beginHistory('');
  for (const text of ['a', 'ab', 'abc']) history = withChange(history, text, 'name');
  history = withChange(history, 'other', 'limit');
  history = undo(history);
  assert.equal(history.present, 'abc');
  history = undo(history);
  assert.equal(history.present, '');
  assert.equal(undo(history), history);
  history = redo(redo(history));
  assert.equal(history.present, 'other');
  assert.equal(redo(history), history);
  assert.equal(redo(withChange(undo(history), 'new')).present, 'new', 'a change ends what was taken back');
});
