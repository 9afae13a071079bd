import type { Report } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnFormatsOf, withColumnFormat } from './column-formats.ts';
import { changesOf, readReport } from './report-edits.ts';

const titleOf = (name: string) => name;
const reportOf = (meta: object) =>
  ({ id: 7, deploymentId: 1, name: 'Sales', jsonQuery: '{"measures":["orders.count"]}', meta }) as Report;

test('a format of a column is a preference of the report, beside the others that it has', () => {
  const report = reportOf({ kind: 'table', spec: {}, preferences: { note: 1 } });
  const before = readReport(report);
  const edited = withColumnFormat(before, 'orders.count', { type: 'percent', decimalPlaces: 0 });
  const { meta } = changesOf(before, edited, { report, titleOf });
  assert.deepEqual(meta, {
    kind: 'table',
    spec: {},
    preferences: { note: 1, columnFormats: { 'orders.count': { type: 'percent', decimalPlaces: 0 } } },
  });
  const back = withColumnFormat(edited, 'orders.count', undefined);
  assert.deepEqual(changesOf(before, back, { report, titleOf }), {});
});

test('preferences of another form stay as they are', () => {
  for (const preferences of ['text', [], { columnFormats: 7 }, { columnFormats: { 'orders.count': null } }]) {
    const edits = readReport(reportOf({ kind: 'table', spec: {}, preferences }));
    assert.equal(columnFormatsOf(edits), undefined);
    assert.equal(withColumnFormat(edits, 'orders.count', { type: 'number' }), edits);
  }
});
