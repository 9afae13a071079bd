import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedLocales } from '@oriel/contract/locale';
import { chartLocale, formatNumberIn } from '@oriel/dashboard/number-format';
import { parse, View, type Spec } from 'vega';
import { setNumbers } from './chart-numbers.ts';

/** The texts that a chart draws of numbers in a language: ticks of an axis, and labels by a specifier. */
async function textsOf(language: string, specifier: string, values: number[]) {
  const spec = {
    width: 400,
    height: 100,
    data: [{ name: 'rows', values: values.map((value) => ({ value })) }],
    scales: [
      { name: 'x', type: 'linear', range: 'width', domain: [0, 12_000], nice: false },
      { name: 'wide', type: 'linear', range: 'width', domain: [-2_000_000, 2_000_000], nice: false },
    ],
    axes: [
      { scale: 'x', orient: 'bottom', values: [0, 4000, 8000, 12_000] },
      { scale: 'wide', orient: 'top', values, format: specifier },
    ],
    marks: [
      {
        type: 'text',
        from: { data: 'rows' },
        encode: { enter: { text: { signal: `format(datum.value, ${JSON.stringify(specifier)})` } } },
      },
    ],
  };
  // Vega's types want literals.
  const view = new View(parse(spec as unknown as Spec, { locale: chartLocale(language) as never }), {
    renderer: 'none',
  });
  setNumbers(view, language);
  await view.runAsync();
  const found: Record<string, string[]> = { axes: [], labels: [] };
  const walk = (node: Node, place: string) => {
    if (node.text !== undefined) found[place]?.push(node.text);
    for (const item of node.items ?? []) walk(item, item.role === 'axis' ? 'axes' : place);
  };
  walk((view.scenegraph() as unknown as { root: Node }).root, 'labels');
  return found;
}

interface Node {
  role?: string;
  text?: string;
  items?: Node[];
}

/** What d3 has of its own: a minus as long as a plus. */
const withMinus = (text: string) => text.replace('-', '−');

test('axes and labels of charts have the numbers of tables, as `Intl` writes them', async () => {
  const values = [-1234.5, 7, 999.25, 1234.5, 9999, 12_345.75, 1_234_567];
  for (const language of shippedLocales) {
    const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    const written = new Intl.NumberFormat(language, options);
    const expected = values.map((value) => withMinus(written.format(value)));
    assert.deepEqual(
      values.map((value) => formatNumberIn(language, ',.2f', value)),
      expected,
      language,
    );
    const { axes, labels } = await textsOf(language, ',.2f', values);
    assert.deepEqual(labels, expected, language);
    const ticks = [0, 4000, 8000, 12_000].map((tick) => new Intl.NumberFormat(language).format(tick));
    assert.deepEqual(axes, [...ticks, ...expected], language);
    for (const specifier of ['$,.2f', ',.1%', '.3~s', ',.2~f', '(,.2f', ',d']) {
      const drawn = await textsOf(language, specifier, values);
      assert.deepEqual(
        drawn['labels'],
        values.map((value) => formatNumberIn(language, specifier, value)),
      );
    }
  }
});

test('axes count billions in the unit of the language, also where d3 chooses one for all of them', async () => {
  const axisIn = async (language: string, specifier: string) => {
    const spec = {
      width: 400,
      height: 100,
      scales: [{ name: 'x', type: 'linear', range: 'width', domain: [0, 2_000_000_000], nice: false }],
      axes: [{ scale: 'x', orient: 'bottom', tickCount: 4, format: specifier }],
    };
    const view = new View(parse(spec as unknown as Spec, { locale: chartLocale(language) as never }), {
      renderer: 'none',
    });
    setNumbers(view, language);
    await view.runAsync();
    const texts: string[] = [];
    const walk = (node: Node) => {
      if (node.text !== undefined) texts.push(node.text.replaceAll('\u00a0', ' '));
      for (const item of node.items ?? []) walk(item);
    };
    walk((view.scenegraph() as unknown as { root: Node }).root);
    return texts;
  };
  assert.deepEqual(await axisIn('en-US', 's'), ['0.0B', '0.5B', '1.0B', '1.5B', '2.0B']);
  assert.deepEqual(await axisIn('en-US', '$~s'), ['$0B', '$0.5B', '$1B', '$1.5B', '$2B']);
  assert.deepEqual(await axisIn('de-DE', 's'), ['0,0 Mrd.', '0,5 Mrd.', '1,0 Mrd.', '1,5 Mrd.', '2,0 Mrd.']);
  assert.deepEqual(await axisIn('ja-JP', '.2~s'), ['0', '5億', '10億', '15億', '20億']);
});
