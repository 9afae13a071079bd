import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastOf, readColor } from '../look/colors.ts';
import { barBounds, barOf } from './bar-bounds.ts';
import { readable } from './cell-looks.ts';
import { createColorScale, percentileOf } from './color-scale.ts';
import { holds } from './conditions.ts';

const condition = (
  operator: Parameters<typeof holds>[0]['operator'],
  value?: string | number | number[],
) => ({
  field: 'o.count',
  operator,
  ...(value !== undefined && { value }),
});

test('conditions compare numbers with numbers, and days with the days of times', () => {
  assert.ok(holds(condition('greater_than', '5'), 10));
  assert.ok(!holds(condition('greater_than', 5), 5));
  assert.ok(holds(condition('between', [1, 3]), 3));
  assert.ok(!holds(condition('between', [1, 3]), 3.1));
  assert.ok(holds(condition('equals', '2001-03-05'), '2001-03-05T17:00:00.000'));
  assert.ok(!holds(condition('greater_than', '2001-03-05'), '2001-03-05T17:00:00.000'));
  assert.ok(holds(condition('less_than', '2001-03-05'), '2001-03-04T23:59:59.000'));
  assert.ok(holds(condition('contains', 'ON'), 'Bonn'));
  assert.ok(holds(condition('is_null'), null));
  assert.ok(!holds(condition('equals', 'x'), null));
  assert.ok(!holds(condition('less_than', 'many'), 3), 'a number is not less than what is none');
});

test('a scale has its colours at its ends, goes between them, and its texts can be read', () => {
  const scale = createColorScale({ start: { color: '#ffffff' }, end: { color: '#000000' } }, [0, 50, 100]);
  assert.equal(scale?.(0).backgroundColor, '#ffffff');
  assert.equal(scale?.(100).backgroundColor, '#000000');
  fc.assert(
    fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (value) => {
      const { color, backgroundColor } = scale?.(value) ?? {};
      const [text, ground] = [readColor(color), readColor(backgroundColor)];
      assert.ok(text && ground && contrastOf(text, ground) >= 4.5, `${color} on ${backgroundColor}`);
    }),
    { numRuns: 200, seed: 20_261_122 },
  );
});

test('a cell without a value is coloured as zero unless the author says otherwise', () => {
  const ends = { start: { color: '#ffffff' }, end: { color: '#ff0000' } };
  assert.equal(createColorScale(ends, [null, 10])?.(null).backgroundColor, '#ffffff');
  assert.deepEqual(createColorScale({ ...ends, nullsAsZero: false }, [null, 10])?.(null), {});
  assert.equal(createColorScale({ ...ends, reverse: true }, [0, 10])?.(10).backgroundColor, '#ffffff');
});

test('anchors lie at numbers, percentiles, means and medians', () => {
  const values = [0, 0, 0, 100];
  const at = (name: 'median' | 'average' | 'percentile' | 'number', value?: number) =>
    createColorScale(
      {
        start: { color: '#ffffff' },
        center: { color: '#00ff00', at: name, ...(value !== undefined && { value }) },
        end: { color: '#0000ff' },
      },
      values,
    );
  assert.equal(at('average')?.(25).backgroundColor, '#00ff00');
  assert.equal(at('number', 60)?.(60).backgroundColor, '#00ff00');
  assert.equal(at('percentile', 100)?.(100).backgroundColor, '#00ff00');
  assert.equal(percentileOf([1, 2, 3, 4], 50), 2.5);
});

test('colours that cannot be read make no scale', () => {
  assert.equal(createColorScale({ start: { color: 'var(--x)' }, end: { color: 'red' } }, [1]), undefined);
  assert.deepEqual(readable({ backgroundColor: 'var(--x)' }), { backgroundColor: 'var(--x)' });
});

test('a bar lies between the bounds, from zero to its value', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }), (values) => {
      const bounds = barBounds(values, {});
      for (const value of values) {
        const bar = barOf(value, bounds);
        if (!bar) {
          assert.ok(values.every((each) => each === 0));
          continue;
        }
        assert.ok(bar.left >= 0 && bar.left + bar.width <= 1 + 1e-9);
        const length = bounds.maximum - bounds.minimum;
        assert.ok(Math.abs(bar.width * length - Math.abs(value)) < 1e-6);
        assert.equal(bar.isNegative, value < 0);
      }
    }),
    { numRuns: 300, seed: 20_261_122 },
  );
});
