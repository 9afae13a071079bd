import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatByPattern } from './date-pattern.ts';
import { runTemplate, type Helper } from './run-template.ts';

const rows = [
  { 'o.city': 'Bonn', 'o.count': 3, list: [] },
  { 'o.city': '<b>&"\'', 'o.count': 0, list: ['x'] },
];
const context = { data: rows, rowCount: 2, empty: null };
const helpers: Record<string, Helper> = {
  eq: (one, other) => one === other,
  lookup: (holder, key) => (Object.hasOwn(Object(holder), String(key)) ? 'found' : undefined),
};
const run = (template: string) => runTemplate(template, context, helpers);

const drawn: [string, string][] = [
  ['{{rowCount}} rows', '2 rows'],
  ['{{#each data}}{{@index}}:{{this.[o.city]}};{{/each}}', '0:Bonn;1:&lt;b&gt;&amp;&quot;&#39;;'],
  ['{{#each data}}{{#if [o.count]}}{{@root.rowCount}}{{else}}none{{/if}}{{/each}}', '2none'],
  ['{{#each data}}{{#unless list}}{{../rowCount}}{{/unless}}{{/each}}', '2'],
  ['{{#with data.[0]}}{{[o.count]}}{{/with}}', '3'],
  ['{{#each empty}}x{{else}}nothing{{/each}}', 'nothing'],
  ['{{empty}}{{! a comment }}{{#if (eq rowCount 2)}}two{{/if}}', 'two'],
  ['a  {{~rowCount~}}  b', 'a2b'],
];
for (const [template, expected] of drawn)
  test(`a template is filled: ${template}`, () => assert.equal(run(template), expected));

const told: Record<string, RegExp> = {
  '{{nothing}}': /There is no nothing/,
  '{{data.[0].nothing}}': /There is no data/,
  '{{#if nothing}}{{/if}}': /There is no nothing/,
  '{{data.constructor}}': /There is no data.constructor/,
  '{{constructor}}': /There is no constructor/,
  '{{__proto__}}': /There is no __proto__/,
  '{{data.[0].toString}}': /There is no/,
  '{{hasOwnProperty rowCount}}': /There is no helper hasOwnProperty/,
  '{{constructor rowCount}}': /There is no helper constructor/,
  '{{{rowCount}}}': /always escaped/,
  '{{&rowCount}}': /always escaped/,
  '{{> partial}}': /has no PartialStatement/,
  '{{#> partial}}{{/partial}}': /has no PartialBlockStatement/,
  '{{* decorator}}': /has no Decorator/,
  '{{#raw rowCount}}{{/raw}}': /There is no block raw/,
  '{{../rowCount}}': /above the beginning/,
  '{{#each data}}{{/if}}': /doesn't match|match/,
  '{{eq rowCount a=1}}': /with names/,
};
for (const [template, message] of Object.entries(told))
  test(`what is not there is told: ${template}`, () => {
    assert.throws(() => run(template), { name: 'TemplateProblem', message });
  });

test('a template that writes or does without end is ended', () => {
  const many = { data: Array.from({ length: 2_000 }, () => ({ text: 'x'.repeat(100) })) };
  const loop = '{{#each data}}{{#each ../data}}{{text}}{{/each}}{{/each}}';
  assert.throws(() => runTemplate(loop, many, {}), { name: 'TemplateProblem', message: /too long/ });
  const silent = '{{#each data}}{{#each ../data}}{{#if text}}{{/if}}{{/each}}{{/each}}';
  assert.throws(() => runTemplate(silent, many, {}), { name: 'TemplateProblem', message: /too much/ });
  const deep = '{{#if data}}'.repeat(20_000) + '{{/if}}'.repeat(20_000);
  assert.throws(() => runTemplate(deep, many, {}), { name: 'TemplateProblem', message: /too deep/ });
  const nested = `{{f ${'(f '.repeat(500)}${')'.repeat(500)}}}`;
  assert.throws(() => runTemplate(nested, many, {}), { name: 'TemplateProblem', message: /too deep/ });
  assert.throws(() => runTemplate('{{data}}'.repeat(6_000), many, {}), { message: /too many/ });
});

test('no value becomes markup, wherever it stands', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const html = runTemplate('<p title="{{text}}">{{text}}</p>', { text }, {});
      const [, title = '', content = ''] = /^<p title="([^]*?)">([^]*)<\/p>$/.exec(html) ?? [];
      assert.equal(title, content);
      assert.doesNotMatch(content, /[<>"'`=]/);
    }),
    { numRuns: 500, seed: 20_261_122 },
  );
});

test('dates are written by the letters of date-fns', () => {
  const locale = {
    dateTime: '',
    date: '',
    time: '',
    periods: ['AM', 'PM'] as [string, string],
    days: ['Sunday'],
    shortDays: ['Sun'],
    months: ['January'],
    shortMonths: ['Jan'],
  };
  const time = new Date('2023-01-01T15:04:05Z');
  const text = formatByPattern(time, "EEEE, MMM d, yyyy 'at' h:mm a ''", locale);
  assert.equal(text, "Sunday, Jan 1, 2023 at 3:04 PM '");
  assert.throws(() => formatByPattern(time, 'LLL', locale), /no part LLL/);
});
