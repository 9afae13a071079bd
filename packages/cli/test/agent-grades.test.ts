import type { ChatFrame } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { haveSameRows, type Row } from '../src/agent-eval/compare-rows.ts';
import { gradeAnswer } from '../src/agent-eval/grade-answer.ts';

const expected = [
  { region: 'north', revenue: '1234.56' },
  { region: 'south', revenue: '10' },
];
const cases: [title: string, actual: Row[], isSame: boolean][] = [
  ['the same rows', expected, true],
  ['another order', expected.toReversed(), true],
  [
    'numbers that differ behind four digits',
    [
      { region: 'north', revenue: 1234.9 },
      { region: 'south', revenue: 10 },
    ],
    true,
  ],
  [
    'numbers that differ within four digits',
    [
      { region: 'north', revenue: 1236 },
      { region: 'south', revenue: 10 },
    ],
    false,
  ],
  ['further columns', expected.map((row) => ({ ...row, count: 3 })), true],
  ['other names', expected.map(({ region, revenue }) => ({ area: region, turnover: revenue })), true],
  ['a column less', expected.map(({ revenue }) => ({ revenue })), false],
  ['a row less', expected.slice(1), false],
  [
    'values that are swapped between rows',
    [
      { region: 'south', revenue: '1234.56' },
      { region: 'north', revenue: '10' },
    ],
    false,
  ],
];
for (const [title, actual, isSame] of cases)
  test(`${title} ${isSame ? 'count' : 'do not count'} as the expected rows`, () => {
    assert.equal(haveSameRows(expected, actual), isSame);
  });

test('no rows are the same as no rows alone, and null is no text', () => {
  assert.equal(haveSameRows([], []), true);
  assert.equal(haveSameRows([], expected), false);
  assert.equal(haveSameRows([{ a: null }], [{ a: '' }]), false);
});

const answerWith = (...citations: object[]): ChatFrame[] => [
  { id: '__cutoff__', state: { chatId: 'x' } },
  {
    id: 'a',
    role: 'assistant',
    content: 'So many.',
    graphPath: ['final', 'node'],
    citations: citations.map((query) => ({ messageId: 'm', title: 'Q', query: { ...query } })),
  },
];
const load = async (query: object): Promise<Row[]> => ('right' in query ? expected : []);

test('an answer passes where one of its queries has the expected rows', async () => {
  const { grade, queries, answer } = await gradeAnswer(
    answerWith({ right: 1 }, { wrong: 1 }),
    expected,
    load,
  );
  assert.deepEqual([grade, queries.length, answer], ['pass', 2, 'So many.']);
});

test('an answer fails where none has, is reviewed without a query, and is an error where it is missing', async () => {
  const failed = await gradeAnswer(answerWith({ wrong: 1 }), expected, load);
  assert.deepEqual(
    [failed.grade, failed.reason],
    ['fail', 'No cited query has the 2 expected rows; they have 0'],
  );
  const other = await gradeAnswer(answerWith({ wrong: 1 }), expected, async () => [{}, {}]);
  assert.match(other.reason ?? '', /their number is right \(2\)/);
  assert.equal((await gradeAnswer(answerWith(), expected, load)).grade, 'review');
  const broken = await gradeAnswer([{ error: 'The model has failed; try again' }], expected, load);
  assert.deepEqual([broken.grade, broken.reason], ['error', 'The model has failed; try again']);
});
