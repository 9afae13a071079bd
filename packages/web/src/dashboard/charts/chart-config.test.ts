import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartLook } from './chart-config.ts';
import { compileChart } from './compile-chart.ts';

const colors = {
  text: '#fafafa',
  muted: '#bbbbbb',
  grid: '#333333',
  surface: '#111111',
  series: ['#88aaff', '#ffaa88'],
  font: 'serif',
};
const category = { field: 'c', type: 'nominal' };
const amount = { field: 'v', type: 'quantitative' };

test('texts, rules, headers of facets and marks of every kind have colours of the page, and none of Vega', () => {
  const bars = { mark: 'bar', encoding: { x: category, y: amount } };
  const documents = {
    labels: {
      encoding: bars.encoding,
      layer: [{ mark: 'bar' }, { mark: 'text', encoding: { text: amount } }],
    },
    rule: { layer: [bars, { mark: 'rule', encoding: { y: { datum: 5 } } }] },
    facet: { facet: category, title: 'All', spec: bars },
    box: { mark: 'boxplot', encoding: { x: category, y: amount } },
    ...Object.fromEntries(
      ['circle', 'square', 'tick', 'trail', 'point', 'errorbar'].map((mark) => [mark, { ...bars, mark }]),
    ),
  };
  for (const [name, document] of Object.entries(documents)) {
    const compiled = compileChart(
      { data: { values: [{ c: 'a', v: 1 }] }, ...document },
      chartLook(colors, []),
    );
    // The median of a box without height is Vega-Lite's own blue, whatever a config says.
    const strange = name === 'box' ? /"black"|#000/ : /"black"|#000|#4c78a8/;
    assert.doesNotMatch(JSON.stringify(compiled), strange, name);
  }
  // Of headers nothing is written unless it is set, and black is drawn.
  const { marks = [] } = compileChart({ data: { values: [] }, ...documents.facet }, chartLook(colors, []));
  assert.match(JSON.stringify(marks), /"title":\{[^}]*"color":"#bbbbbb"/);
});
