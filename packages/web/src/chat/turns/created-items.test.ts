import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createdItem } from './created-items.ts';

test('what a tool has made is known by what it answers', () => {
  const made = (name: string, result: unknown) => createdItem({ name, result });
  assert.deepEqual(made('create_report', { reportId: 7, name: 'Late', workbookId: 3 }), {
    kind: 'REPORT',
    id: 7,
    name: 'Late',
  });
  assert.deepEqual(made('create_workbook', { workbookId: 3, name: 'Delays', folderId: null }), {
    kind: 'WORKBOOK',
    id: 3,
    name: 'Delays',
  });
  assert.deepEqual(made('draft_dashboard', { workbookId: 3, widgets: 2 }), {
    kind: 'DASHBOARD',
    id: 3,
    name: null,
  });
});

test('a tool that makes nothing, fails, runs, or answers with something else has made nothing', () => {
  for (const [name, result] of [
    ['run_query', { reportId: 7 }],
    ['toString', { reportId: 7 }],
    ['create_report', undefined],
    ['create_report', null],
    ['create_report', { error: { code: 'forbidden' } }],
    ['create_report', { reportId: '7' }],
    ['create_report', 'text'],
  ] as const)
    assert.equal(createdItem({ name, result }), undefined, name);
});
