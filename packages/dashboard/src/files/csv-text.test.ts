import assert from 'node:assert/strict';
import { test } from 'node:test';
import papa from 'papaparse';
import { csvCell, csvLine, neutralCsvLine, toCsv } from './csv-text.ts';

/** The cells of a column with these values, as a reader of CSV has them. */
function cellsOf(values: readonly (string | number | boolean | null)[]): string[] {
  const columns = {
    'a.b': { title: 'A B', shortTitle: '=B', type: 'string', kind: 'dimension' as const },
  };
  const text = toCsv({ rows: values.map((value) => ({ 'a.b': value })), columns });
  const [[title] = [], ...rows] = papa.parse<string[]>(text.replace(/\r\n$/, '')).data;
  assert.equal(title, "'=B", 'a title is a text like any other');
  return rows.map(([cell = '']) => cell);
}

test('a number stays what it is, whatever its column holds', () => {
  const numbers = ['-1.5', '+3', '-0', '-12345678901234567.891', '-1e-7', '-.5', '1.5', '42', '+1E9'];
  assert.deepEqual(cellsOf(numbers), numbers);
  assert.deepEqual(cellsOf([-1.5, 7, true, null]), ['-1.5', '7', 'true', '']);
});

test('what a spreadsheet would run begins with a quote', () => {
  const formulas = [
    '=1+1',
    '+1+cmd|calc',
    '-1+1',
    '-1.5.2',
    '- 1',
    '-1e',
    '+49 30 1234',
    '@SUM(A1)',
    '\t1',
    '\r1',
    '\n1',
    '=HYPERLINK("http://x","a")',
    '＝1+1',
    '＋1',
    '－1',
    '＠a',
    "-1'",
  ];
  assert.deepEqual(
    cellsOf(formulas),
    formulas.map((text) => `'${text}`),
  );
});

test('what a spreadsheet would run behind the end of a cell in another dialect has a quote before it', () => {
  const parts = [
    [';=1+1', ";'=1+1"],
    ['a;=1+1;b', "a;'=1+1;b"],
    ['a;"=1+1";', `a;'"=1+1";`],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['a\n+1\r\n-1', "a\n'+1\r\n'-1"],
    ['=a;=b;;＝c', "'=a;'=b;;'＝c"],
    ['a;b; c;"d"', 'a;b; c;"d"'],
  ] as const;
  assert.deepEqual(
    cellsOf(parts.map(([text]) => text)),
    parts.map(([, safe]) => safe),
  );
});

test('other texts stay what they are', () => {
  const texts = ['a=b', "'quoted", '2024-01-31', 'x,y', 'say "so"', 'two\nlines', ' =1', '1-1', ''];
  assert.deepEqual(cellsOf(texts), texts);
});

test('cells are in quotes where a reader would take them for more than one, or for a comment', () => {
  const plain = ['plain', ' space ', ''];
  assert.deepEqual(plain.map(csvCell), plain);
  const quoted = ['a,b', 'two\nlines', 'two\rlines', '#1'];
  assert.deepEqual(
    quoted.map(csvCell),
    quoted.map((text) => `"${text}"`),
  );
  assert.equal(csvCell('say "so"'), '"say ""so"""');
});

test('a line for programs has values as they are, one for people none that a spreadsheet would run', () => {
  const cells = [-1, '-1.5', true, null, undefined, '=1', '\r1', '\n=1', { a: '=1' }];
  assert.equal(csvLine(cells), '-1,-1.5,true,,,=1,"\r1","\n=1","{""a"":""=1""}"\r\n');
  assert.equal(neutralCsvLine(cells), `-1,-1.5,true,,,'=1,"'\r1","'\n'=1","{""a"":""=1""}"\r\n`);
});
