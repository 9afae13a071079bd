import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayScaleOf, inUnit } from './display-scale.ts';

const measure = { kind: 'measure', type: 'number' };

test('numbers of measures are counted in a unit, currencies with their sign', () => {
  assert.deepEqual(displayScaleOf('millions', measure, undefined), { unit: 'millions', specifier: ',.2~f' });
  assert.deepEqual(displayScaleOf('thousands', { ...measure, format: 'currency_0' }, undefined), {
    unit: 'thousands',
    specifier: '$,.2~f',
  });
});

test('the absolute scale writes out what the model abbreviates, and leaves the rest', () => {
  assert.deepEqual(displayScaleOf('absolute', { ...measure, format: 'abbr' }, undefined), {
    specifier: ',.2~f',
  });
  assert.equal(displayScaleOf('absolute', { ...measure, format: 'currency' }, undefined), undefined);
});

test('percentages, dimensions, and columns with a format of the report have no scale', () => {
  assert.equal(displayScaleOf('millions', { ...measure, format: 'percent' }, undefined), undefined);
  assert.equal(displayScaleOf('millions', { kind: 'dimension', type: 'number' }, undefined), undefined);
  assert.equal(displayScaleOf('millions', measure, ',.0f'), undefined);
  assert.equal(displayScaleOf('millions', { ...measure, isChosen: true }, undefined), undefined);
  assert.equal(displayScaleOf('model', measure, undefined), undefined);
});

test('a number in a unit, also one with more digits than a double; nothing stays nothing', () => {
  assert.equal(inUnit(1_250_000, 'millions'), 1.25);
  assert.equal(inUnit('12345678901234567890', 'billions'), 12_345_678_901.234_568);
  assert.equal(inUnit(null, 'millions'), null);
  assert.equal(inUnit(5, undefined), 5);
});
