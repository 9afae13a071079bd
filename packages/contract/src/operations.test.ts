import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesOf, operations, refusalsOf } from './operations.ts';
import * as resources from './resources/index.ts';

test('an operation declares no refusal that follows from its path, its caller or what it takes', () => {
  for (const [id, operation] of entriesOf(operations)) {
    const inferred = refusalsOf({ ...operation, refusals: [] });
    const repeated = operation.refusals.filter((code) => inferred.includes(code));
    assert.deepEqual(repeated, [], id);
  }
});

test('what a path names may be missing', () => {
  const codes = refusalsOf({ ...operations.getFolderAncestors, refusals: [] });
  assert.ok(codes.includes('deployment_not_found'));
  assert.ok(codes.includes('folder_not_found'));
  assert.ok(!codes.includes('workbook_not_found'));
});

test('every table of operations that a resource has is in the list', () => {
  const tables = Object.entries(resources).filter(([name]) => name.endsWith('Operations'));
  assert.ok(tables.length > 50);
  const missing = tables.flatMap(([name, table]) =>
    Object.keys(table)
      .filter((id) => !(id in operations))
      .map((id) => `${name}.${id}: add ...${name} to operations.ts`),
  );
  assert.deepEqual(missing, []);
});
