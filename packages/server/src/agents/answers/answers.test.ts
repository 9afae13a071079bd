import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuse } from '@oriel/contract';
import type { AgentCaller } from '../tools/agent-tool.ts';
import type { ToolRoom } from '../tools/tool-room.ts';
import { createAnswerWithoutModel } from './answer-without-model.ts';
import type { DescribedMember, DescribedView } from '../tools/described-model.ts';
import { searchModel, wordsOf } from '../tools/model-search.ts';
import { findCertified } from './certified-match.ts';
import { toMarkdown } from './markdown-table.ts';
import { toQuestionQuery } from './question-query.ts';

const member = (name: string, title: string, rest: Partial<DescribedMember> = {}): DescribedMember => ({
  name: `flights.${name}`,
  title,
  kind: 'dimension',
  type: 'string',
  ...rest,
});
const measure = (name: string, title: string, description?: string) =>
  member(name, title, { kind: 'measure', type: 'number', description });

const flights: DescribedView = {
  name: 'flights',
  kind: 'view',
  title: 'Flights',
  members: [
    measure('count', 'Number of flights'),
    measure('avg_delay', 'Average delay', 'Minutes after the time in the schedule'),
    member('carrier', 'Carrier'),
    member('origin_state', 'State of origin'),
    member('departed_at', 'Departure', { type: 'time' }),
  ],
};
const views = [flights];

test('a question becomes the measure, the dimensions and the granularity that it names', () => {
  const asked = (question: string) => toQuestionQuery(views, question)?.query;
  assert.deepEqual(asked('What is the average delay by carrier?'), {
    measures: ['flights.avg_delay'],
    dimensions: ['flights.carrier'],
    order: { 'flights.avg_delay': 'desc' },
    limit: 20,
  });
  assert.deepEqual(asked('flights per month'), {
    measures: ['flights.count'],
    timeDimensions: [{ dimension: 'flights.departed_at', granularity: 'month' }],
    order: { 'flights.departed_at': 'desc' },
    limit: 20,
  });
});

test('a question is answered with what it names whole, not with what has its words among others', () => {
  const network: DescribedView = {
    name: 'network',
    kind: 'view',
    title: 'Flight network',
    members: [
      measure('late_flights', 'Late flights', 'More than fifteen minutes late'),
      measure('late_share', 'Share of late flights'),
      measure('count', 'Flights'),
      member('origin_name', 'Airport'),
      member('origin_state', 'State'),
      member('origin', 'Origin'),
      member('destination', 'Destination'),
      member('departure', 'Departure', { type: 'time' }),
    ],
  };
  const asked = (question: string) =>
    toQuestionQuery([network], question)?.members.map(({ name }) => name.slice('flights.'.length));
  assert.deepEqual(asked('How many flights by origin and week?'), ['count', 'origin', 'departure']);
  assert.deepEqual(asked('flights by origin state'), ['count', 'origin_state']);
  assert.deepEqual(asked('flights by origin and destination'), ['count', 'origin', 'destination']);
  assert.deepEqual(asked('late flights by airport'), ['late_flights', 'origin_name']);
  assert.deepEqual(asked('share of late flights'), ['late_share']);
});

test('a question that names no measure, or much else, becomes no query', () => {
  for (const question of [
    'Which carrier?',
    'What is the weather in Paris?',
    '',
    '???',
    'delay of my parcel from the shop around the corner',
  ])
    assert.equal(toQuestionQuery(views, question), undefined, question);
});

test('a certified query answers its own question in other words, and no other', () => {
  const certified = {
    name: 'Delays',
    userRequest: 'Which carriers have the longest average delays?',
    query: '{}',
  };
  const find = (question: string) => findCertified([certified], question);
  assert.equal(find('which carrier has the longest average delay'), certified);
  assert.equal(find('Which carriers have the longest average delays?'), certified);
  assert.equal(find('How many flights were there?'), undefined);
  assert.equal(find('average ticket price of each carrier in winter'), undefined);
});

test('a certified query that is refused is told by a code, and without one where it is answered', async () => {
  const answerWith = (run: () => Promise<unknown>) => {
    const answer = createAnswerWithoutModel({} as ToolRoom, [{ name: 'run_query', run }]);
    const certifiedQueries = [{ name: 'Delays', userRequest: 'Which carriers are late?', query: '{}' }];
    const caller = { agent: { certifiedQueries } } as unknown as AgentCaller;
    return answer(caller, 'Which carriers are late?', new AbortController().signal);
  };
  const failed = await answerWith(() => Promise.reject(refuse('forbidden', { reason: 'Not for you' })));
  assert.equal(failed.code, 'query_failed');
  assert.match(failed.content, /Not for you/);
  const answered = await answerWith(async () => ({ columns: [], rows: [], isTruncated: false }));
  assert.equal(answered.code, undefined);
});

test('a rare word counts more than one that every member has', () => {
  const [best] = searchModel(views, 'flights carrier');
  assert.equal(best?.member?.name ?? best?.view.name, 'flights.carrier');
});

test('words of unspaced languages and of names in camel case are told apart', () => {
  assert.deepEqual(wordsOf('totalRevenue per_month'), ['total', 'revenue', 'month']);
  assert.ok(wordsOf('月別の売上高').length > 1);
});

test('times are read as days, and stand once', () => {
  const columns = [
    { key: 'flights.departed_at', title: 'Departure', kind: 'timeDimension' },
    { key: 'flights.departed_at.week', title: 'Departure', kind: 'timeDimension' },
    { key: 'flights.carrier', title: 'Carrier', kind: 'dimension' },
  ] as const;
  const day = '2001-06-25T00:00:00.000';
  const rows = [
    [day, day, day],
    ['2001-07-02T08:30:00.000', '2001-07-02T08:30:00.000', null],
    ['whenever', 'whenever', 'T'],
  ];
  const text = toMarkdown({ columns, rows, isTruncated: false });
  assert.deepEqual(text.split('\n'), [
    '| Departure | Carrier |',
    '| --- | --- |',
    `| 2001-06-25 | ${day} |`,
    '| 2001-07-02 08:30:00 |  |',
    '| whenever | T |',
  ]);
  const [all, week] = columns;
  const alone = { columns: [all, week], rows: [[day, day]], isTruncated: false };
  assert.equal(toMarkdown(alone), '**Departure:** 2001-06-25');
});

test('values cannot leave their cell: no markup, no line of its own', () => {
  const hostile = '| x |\n\n<img src=x onerror=alert(1)> [a](https://evil.example)';
  const text = toMarkdown({
    columns: [
      { key: 'a', title: 'A', kind: 'dimension' },
      { key: 'b', title: 'B', kind: 'measure' },
    ],
    rows: [[hostile, 1]],
    isTruncated: false,
  });
  assert.equal(text.split('\n').length, 3);
  assert.ok(!/[^\\]</.test(text) && !/[^\\]\[/.test(text), text);
});
