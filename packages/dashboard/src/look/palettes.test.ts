import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultColors, withPalettes } from './palettes.ts';

const palettes = [
  { id: 'brand', name: 'Brand', kind: 'categorical' as const, colors: ['red', 'blue'] },
  { id: 'heat', name: 'Heat', kind: 'sequential' as const, colors: ['white', 'black'], isDefault: true },
];

test('a scale that names a palette has its colours, and keeps what else it says', () => {
  const scale = (scheme: unknown) => ({
    encoding: { color: { field: 'a', scale: { scheme, reverse: true } } },
  });
  const expected = { encoding: { color: { field: 'a', scale: { range: ['red', 'blue'], reverse: true } } } };
  assert.deepEqual(withPalettes(scale('palette:brand'), palettes), expected);
  assert.deepEqual(withPalettes(scale({ name: 'palette:brand', count: 2 }), palettes), expected);
});

test('a range that is a scheme becomes a list', () => {
  assert.deepEqual(withPalettes({ config: { range: { category: { scheme: 'palette:heat' } } } }, palettes), {
    config: { range: { category: ['white', 'black'] } },
  });
});

test('a palette that is gone leaves the default, and schemes of Vega and data stay', () => {
  assert.deepEqual(withPalettes({ scale: { scheme: 'palette:gone' } }, palettes), { scale: {} });
  assert.deepEqual(withPalettes({ range: { heatmap: { scheme: 'palette:gone' } } }, palettes), { range: {} });
  const other = { scale: { scheme: 'viridis' }, data: { values: [{ scheme: 'palette:brand' }] } };
  assert.deepEqual(withPalettes(other, palettes), other);
});

test('the default of a kind is the palette that says so', () => {
  assert.deepEqual(defaultColors(palettes, 'sequential'), ['white', 'black']);
  assert.equal(defaultColors(palettes, 'categorical'), undefined);
});
