import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChartFaults } from './chart-document.ts';

const ADDRESS = 'https://elsewhere.example/a.json';
const own = { data: { url: ADDRESS } };

const refused: [place: string, document: unknown, paths: string[]][] = [
  ['the data of the chart', own, ['data.url']],
  [
    'layers, side by side, in a column',
    { layer: [{}, { vconcat: [{ hconcat: [own] }] }] },
    ['layer[1].vconcat[0].hconcat[0].data.url'],
  ],
  [
    'a facet, a repeat, a concat',
    { facet: {}, spec: { repeat: [], spec: { concat: [own] } } },
    ['spec.spec.concat[0].data.url'],
  ],
  ['a lookup', { transform: [{ lookup: 'a', from: own }] }, ['transform[0].from.data.url']],
  ['a map', { mark: 'geoshape', data: { url: 'us.json', format: { type: 'topojson' } } }, ['data.url']],
  ['a mark', { mark: { type: 'image', url: { expr: 'datum.a' }, href: 'x' } }, ['mark.url', 'mark.href']],
  [
    'channels',
    { encoding: { url: { field: 'a' }, href: { value: null } } },
    ['encoding.url', 'encoding.href'],
  ],
  [
    'the configuration',
    { config: { image: { url: 'x' }, style: { a: { href: 'x' } } } },
    ['config.image.url', 'config.style.a.href'],
  ],
  [
    'a guide',
    { encoding: { x: { axis: { encoding: { labels: { update: { href: {} } } } } } } },
    ['encoding.x.axis.encoding.labels.update.href'],
  ],
  ['JSON text', JSON.stringify(own), ['data.url']],
  ['text that is no JSON', '{"data": {"url"', ['']],
  ['rows that are none', { values: own, a: { datasets: own } }, ['values.data.url', 'a.datasets.data.url']],
  [
    'names of the language',
    JSON.parse('{"__proto__": 1, "a": {"constructor": {}, "prototype": 1}}'),
    ['__proto__', 'a.constructor', 'a.prototype'],
  ],
  [
    'an input elsewhere',
    { params: [{ bind: { input: 'range', element: 'body' } }] },
    ['params[0].bind.element'],
  ],
  [
    'what is no input',
    { params: [{ bind: { input: 'image', src: ADDRESS } }] },
    ['params[0].bind.input', 'params[0].bind.src'],
  ],
  [
    'attributes of an input',
    { params: [{ bind: { a: { input: 'text', style: 'x', onfocus: 'y', id: 'z' } } }] },
    ['params[0].bind.a.style', 'params[0].bind.a.onfocus', 'params[0].bind.a.id'],
  ],
  [
    'a cursor',
    { mark: { cursor: 'url(x), auto' }, config: { mark: { cursor: { expr: "'x'" } } } },
    ['mark.cursor', 'config.mark.cursor'],
  ],
  [
    'a cursor of Vega',
    { marks: [{ encode: { update: { cursor: [{ test: 'a', value: 'pointer' }, { signal: 'x' }] } } }] },
    ['marks[0].encode.update.cursor'],
  ],
  [
    'the cursor of the page',
    { params: [{ name: 'cursor', value: 'x' }], spec: { signals: [{ name: 'cursor' }] } },
    ['params[0].name', 'spec.signals[0].name'],
  ],
];

for (const [place, document, paths] of refused)
  test(`a chart reaches out of itself in ${place}`, () => {
    assert.deepEqual(
      findChartFaults(document).map(({ path }) => path),
      paths,
    );
  });

test('a path begins where the document was sent', () => {
  assert.equal(findChartFaults(own, 'meta.spec')[0]?.path, 'meta.spec.data.url');
  assert.equal(findChartFaults('none', 'meta.spec')[0]?.path, 'meta.spec');
});

test('rows in the document have any keys, and so has what others note in it', () => {
  const rows = [{ url: ADDRESS, href: ADDRESS, cursor: 'url(x)', constructor: 1, bind: { element: 1 } }];
  const documents = [
    { data: { values: rows }, datasets: { a: rows }, usermeta: { url: ADDRESS } },
    {
      layer: [
        { data: { values: rows[0] } },
        { transform: [{ lookup: 'a', from: { data: { values: rows } } }] },
      ],
    },
    { data: [{ name: 'source', values: rows }] },
  ];
  for (const document of documents) assert.deepEqual(findChartFaults(document), []);
});

test('what stays within a chart is let through', () => {
  const documents = [
    {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      mark: 'bar',
      encoding: { x: { field: 'url' } },
    },
    {
      params: [
        {
          name: 'p',
          value: 3,
          bind: { input: 'range', min: 1, max: 9, step: 1, name: 'Size', debounce: 10 },
        },
      ],
    },
    {
      params: [
        { name: 'p', select: 'point', bind: { a: { input: 'select', options: [1, null], labels: ['x'] } } },
      ],
    },
    { params: [{ bind: 'scales' }, { bind: 'legend' }, { bind: { legend: 'dblclick' } }] },
    { mark: { type: 'bar', cursor: 'pointer', tooltip: { expr: 'datum.url' } } },
    { marks: [{ encode: { update: { cursor: { value: 'move' } } } }] },
    '{"mark": "bar"}',
  ];
  for (const document of documents) assert.deepEqual(findChartFaults(document), []);
});

test('a document has bounds: of its depth, and of the faults that are told', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  assert.match(findChartFaults(deep)[0]?.message ?? '', /more than 100 levels/);
  assert.equal(findChartFaults({ layer: Array.from({ length: 1000 }, () => own) }).length, 20);
});
