import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createXlsxTable, excelFormat, sheetName } from './xlsx-table.ts';

test('columns are as wide as their titles and first values, so that Excel shows every number and time', () => {
  const columns = [
    { index: 0, title: 'At', kind: 'time' },
    { index: 1, title: 'Day', kind: 'time', isDate: true },
    { index: 2, title: 'Sum', kind: 'number', specifier: ',.2f' },
    { index: 3, title: 'A title that is long', kind: 'number' },
    { index: 4, title: '町', kind: 'text' },
    { index: 5, title: 'Note', kind: 'text' },
    { index: 6, title: 'Two', kind: 'text' },
  ] as const;
  const sample = [
    [
      '2026-01-01T10:00:00.000',
      '2026-01-01',
      '1234567.5',
      1,
      'とうきょうとちよだく',
      'x'.repeat(500),
      'a\nbc',
    ],
    [null, null, null, null, null, null, null],
  ];
  const widths = createXlsxTable({ columns, locale: 'en' }, sample).columns.map(({ width }) => width);
  assert.deepEqual(widths, [21, 12, 14, 22, 22, 62, 10]);
});

test('a sheet counts in the unit of its table by the format of the cells', () => {
  assert.equal(excelFormat(',.2~f', { unit: 'thousands', locale: 'en' }), '#,##0.00,"K"');
  assert.equal(excelFormat('$,.2~f', { unit: 'millions', locale: 'en' }), '"$"#,##0.00,,"M"');
  assert.equal(excelFormat(',.2~f', { locale: 'en' }), '#,##0.##');
});

test('the signs of dollars and percentages stand in a sheet where its language has them', () => {
  const of = (specifier: string, locale: string, unit?: 'millions') =>
    excelFormat(specifier, { unit, locale });
  assert.equal(of('$,.2f', 'en-US'), '"$"#,##0.00');
  assert.equal(of('$,.2f', 'de-DE'), '#,##0.00"\u00a0$"');
  assert.equal(of('($,.0f', 'de-DE'), '#,##0"\u00a0$";(#,##0"\u00a0$")');
  assert.equal(of('$,.2~f', 'fr-FR', 'millions'), '#,##0.00,,"M""\u00a0$"');
  assert.equal(of('$,.2f', 'pt-BR'), '"$\u00a0"#,##0.00');
  assert.equal(of('.1%', 'en-US'), '0.0%');
  assert.equal(of('.1%', 'de-DE'), '0.0"\u00a0"%');
  assert.equal(of(',.1f', 'de-DE'), '#,##0.0');
});

test('a sheet has a name that Excel takes, whatever the title is', () => {
  assert.equal(sheetName('Sales [2026]: a/b\\c?*'), 'Sales  2026   a b c');
  assert.equal(sheetName("'Quoted'"), 'Quoted');
  assert.equal(sheetName(`${'x'.repeat(30)}'more`), 'x'.repeat(30));
  assert.equal(sheetName(`${'x'.repeat(30)}😀`), 'x'.repeat(30));
  assert.equal(sheetName('a\u0001b\nc'), 'a b c');
  assert.equal(sheetName('History'), 'Rows');
  assert.equal(sheetName('///'), 'Rows');
});
