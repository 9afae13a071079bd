import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonRows } from './python-rows.ts';

const left = (outputData: unknown) => ({ outputData, inputRowCount: 10_000, isInputCut: false });

test('columns of what a script has left are of the types of their values, in the order of the script', () => {
  const rows = [
    { month: '2026-01-01', n: 1, name: 'a', mixed: 1, none: null, isIt: true },
    { month: '2026-02-01T10:00:00', n: null, name: 'b', mixed: 'x', none: null, isIt: false, late: 2 },
  ];
  const { columns } = pythonRows(left(rows));
  assert.deepEqual(
    Object.entries(columns).map(([key, { kind, type }]) => [key, kind, type]),
    [
      ['month', 'timeDimension', 'time'],
      ['n', 'measure', 'number'],
      ['name', 'dimension', 'string'],
      ['mixed', 'dimension', 'string'],
      ['none', 'dimension', 'string'],
      ['isIt', 'dimension', 'boolean'],
      ['late', 'measure', 'number'],
    ],
  );
  const large = [
    { id: '9007199254740993', text: '9007199254740993' },
    { id: 1, text: '1' },
  ];
  const read = pythonRows({ ...left(large), largeNumberColumns: ['id'] });
  assert.deepEqual([read.columns['id']?.type, read.columns['text']?.type], ['number', 'string']);
  assert.deepEqual(read.rows, large);
  assert.deepEqual(pythonRows(left([])), { rows: [], columns: {} });
  const cut = { ...left([]), isInputCut: true };
  assert.deepEqual(pythonRows(cut), { rows: [], columns: {}, firstRows: 10_000 });
});
