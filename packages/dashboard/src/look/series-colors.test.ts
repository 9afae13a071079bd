import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastOf, differenceOf, readColor, type Color } from './colors.ts';
import { lengthenedPalette } from './series-colors.ts';

const LIGHT = ['#3657d6', '#e07b39', '#2a9d8f', '#b5489a', '#d4a017', '#5b8def', '#8a6d5a', '#7a8699'];
const DARK = ['#7c96ff', '#f0985c', '#4cc3b4', '#d97cc2', '#e6bf4e', '#8fb3ff', '#b99c87', '#7a8699'];

const read = (color: string) => readColor(color) as Color;

for (const [scheme, colors, surface] of [
  ['light', LIGHT, '#ffffff'],
  ['dark', DARK, '#1d2026'],
] as const)
  test(`the ${scheme} palette goes on with colours that are told apart, and from their ground`, () => {
    const made = lengthenedPalette(colors, surface);
    assert.deepEqual(made.slice(0, 8), colors);
    assert.equal(made.length, 32);
    for (const [index, color] of made.slice(0, 20).entries())
      for (const other of made.slice(0, index))
        assert.ok(
          differenceOf(read(color), read(other)) > 0.04,
          `${color} and ${other}: ${differenceOf(read(color), read(other))}`,
        );
    assert.equal(new Set(made).size, made.length);
    for (const color of made.slice(8))
      assert.ok(contrastOf(read(color), read(surface)) >= 1.45, `${color} on ${surface}`);
  });

test('colours that are there twice count once, and short and strange palettes are lengthened as well', () => {
  const short = lengthenedPalette(['#3657d6', '#e07b39', '#3657d6'], '#ffffff');
  assert.deepEqual(short.slice(0, 2), ['#3657d6', '#e07b39']);
  assert.equal(short.length, 32);
  assert.equal(new Set(short).size, 32);
  const mixed = lengthenedPalette(['color-mix(in srgb, red, blue)', '#2a9d8f'], 'Canvas');
  assert.deepEqual(mixed.slice(0, 2), ['color-mix(in srgb, red, blue)', '#2a9d8f']);
  assert.ok(mixed.length > 10);
  assert.deepEqual(lengthenedPalette(['color-mix(in srgb, red, blue)'], '#fff'), [
    'color-mix(in srgb, red, blue)',
  ]);
});

test('the same palette is lengthened in the same way, and a long one stays as it is', () => {
  assert.equal(lengthenedPalette(LIGHT, '#ffffff'), lengthenedPalette(LIGHT, '#ffffff'));
  const long = Array.from({ length: 40 }, (_, index) => `#0000${(index + 16).toString(16)}`);
  assert.deepEqual(lengthenedPalette(long, '#ffffff'), long);
});
