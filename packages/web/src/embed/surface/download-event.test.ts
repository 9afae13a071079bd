import assert from 'node:assert/strict';
import { test } from 'node:test';
import { downloadOf } from './download-event.ts';

test('a host is told what was exported, and of tables how much of it', () => {
  const table = { format: 'csv', title: 'Sales', rowCount: 3, totalRowCount: 4, isComplete: false } as const;
  const told = { format: 'csv', title: 'Sales', rowCount: 3, totalRowCount: 4, complete: false };
  assert.deepEqual(downloadOf({ ...table, widgetId: 'a' }), { ...told, target: 'widget', widgetId: 'a' });
  assert.deepEqual(downloadOf({ ...table, reportId: 7 }), { ...told, target: 'report', reportId: 7 });
  assert.deepEqual(downloadOf({ format: 'pdf', title: 'All', isComplete: true }), {
    format: 'pdf',
    title: 'All',
    target: 'dashboard',
  });
});
