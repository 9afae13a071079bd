import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartLocale } from '@oriel/dashboard/number-format';
import { parse, View, type Spec } from 'vega';
import { setDates, tickSpecifiers, unitSpecifiers } from './chart-dates.ts';

/** The labels of an axis of times that goes over some days, months or years. */
async function labels(language: string, from: string, to: string): Promise<string[]> {
  const spec = {
    width: 400,
    height: 20,
    scales: [
      { name: 'x', type: 'utc', range: 'width', domain: [Date.parse(from), Date.parse(to)], nice: false },
    ],
    axes: [{ scale: 'x', orient: 'bottom', tickCount: 4 }],
  };
  // Vega's types want literals.
  const view = new View(parse(spec as unknown as Spec, { locale: chartLocale(language) as never }), {
    renderer: 'none',
  });
  setDates(view, language);
  await view.runAsync();
  const axis = view.scenegraph() as unknown as { root: Node };
  interface Node {
    role?: string;
    text?: string;
    items?: Node[];
  }
  const texts = (node: Node, isLabel = false): string[] => {
    const inside = isLabel || node.role === 'axis-label';
    const own = isLabel && node.text !== undefined ? [node.text] : [];
    return [...own, ...(node.items ?? []).flatMap((item) => texts(item, inside))];
  };
  return texts(axis.root);
}

test('ticks of an axis have the order of the language, from hours to years', async () => {
  assert.deepEqual(await labels('de-DE', '2024-03-01', '2024-03-26'), [
    '3. Mär',
    '10. Mär',
    '17. Mär',
    '24. Mär',
  ]);
  assert.deepEqual(await labels('ja-JP', '2024-01-02', '2024-01-05'), [
    '2日(火)',
    '3日(水)',
    '4日(木)',
    '5日(金)',
  ]);
  assert.deepEqual(await labels('fr-FR', '2024-05-02T00:00:00Z', '2024-05-02T18:00:00Z'), [
    'jeu. 2',
    '06:00',
    '12:00',
    '18:00',
  ]);
  assert.deepEqual(await labels('ja-JP', '2020-01-01', '2023-01-01'), [
    '2020年',
    '2021年',
    '2022年',
    '2023年',
  ]);
});

test('in English they are as Vega writes them', async () => {
  assert.deepEqual(await labels('en-US', '2024-01-02', '2024-01-05'), [
    'Tue 02',
    'Wed 03',
    'Thu 04',
    'Fri 05',
  ]);
});

const ORDERS = {
  'de-DE': '%-d. %b %Y',
  'es-ES': '%-d %b %Y',
  'es-MX': '%-d %b %Y',
  'fr-FR': '%-d %b %Y',
  'it-IT': '%-d %b %Y',
  'ja-JP': '%Y年%-m月%-d日',
  'nb-NO': '%-d. %b %Y',
  'pt-BR': '%-d de %b de %Y',
  'pt-PT': '%-d/%-m/%Y',
  'sv-SE': '%-d %b %Y',
  'vi-VN': '%-d %b, %Y',
};

test('days stand where a language has them, and clocks go to 24 where it counts so', () => {
  for (const [language, order] of Object.entries(ORDERS)) {
    assert.equal(unitSpecifiers(language)?.['year-month-date'], `${order} `, language);
    const hours = language === 'es-MX' ? undefined : '%H:%M';
    assert.equal(tickSpecifiers(language)?.['hours'], hours, language);
  }
});
