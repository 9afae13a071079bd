import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, ToolStep } from '../../chat-client/chat-turns.ts';
import { citedQueries, textAbove } from './cited-queries.ts';

const answerOf = (content: string, isWithoutModel: boolean): Answer => ({
  id: 'final',
  content,
  citations: [{ messageId: 'ran', query: {}, title: 'Flights, Origin (all)' }],
  isWithoutModel,
});
const step = (result: unknown): ToolStep =>
  ({ kind: 'tool', id: 'ran', name: 'run_query', input: {}, result }) as unknown as ToolStep;
const ran = step({ query: {}, columns: [{ key: 'count', kind: 'measure' }], rows: [[7]] });
const table = '| Flights |\n| ---: |\n| 7 |';
const shown = (answer: Answer, tools: readonly ToolStep[]) => textAbove(citedQueries(answer, tools), answer);

test('without a model the rows stand once, in the card', () => {
  const heading = String.raw`**Flights, Origin \(all\)**`;
  assert.equal(shown(answerOf(`${heading}\n\n${table}`, true), [ran]), '');
});

test('a description above the rows is kept', () => {
  const heading = '**Flights: of the first half of 2001**';
  assert.equal(shown(answerOf(`${heading}\n\n${table}`, true), [ran]), heading);
});

test('what a model says, and what has no card, is shown whole', () => {
  const content = `**Flights**\n\n${table}`;
  assert.equal(shown(answerOf(content, false), [ran]), content);
  assert.equal(shown(answerOf(content, true), []), content);
  assert.equal(shown(answerOf(content, true), [step({ error: { message: 'Refused' } })]), content);
});
