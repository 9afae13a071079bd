import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, View, type Spec } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { createUtcFunctions } from './chart-clock.ts';
import { checkChartDocument, confineChart, confinedView, OutsideReference } from './chart-sandbox.ts';

const view = confinedView(createUtcFunctions('UTC'));

function viewOf(spec: TopLevelSpec): View {
  const chart = confineChart(compile(spec).spec as Spec);
  return new View(parse(chart, undefined, { ast: true }), { ...view, renderer: 'none' });
}

/** The text of a mark by an author's expression, drawn without a page. */
async function evaluate(expression: string): Promise<unknown> {
  const spec: TopLevelSpec = {
    data: { values: [{ a: 1, 'b c': { d: [7, 8] }, text: 'abc' }] },
    params: [{ name: 'size', value: { width: 3 } }],
    mark: { type: 'text', text: { expr: expression } },
    encoding: { x: { field: 'a', type: 'quantitative' } },
  };
  const drawn = await viewOf(spec).runAsync();
  // What Vega's types do not know of its scene.
  const { root } = drawn.scenegraph() as unknown as { root: Mark };
  return root.items[0]?.items?.find(({ marktype }) => marktype === 'text')?.items[0]?.text;
}

interface Mark {
  marktype?: string;
  items: { text?: unknown; items?: Mark[] }[];
}

for (const [expression, value] of [
  ['datum.a + 1', 2],
  ["datum['b c'].d[1]", 8],
  ['datum.text.length', 3],
  ['datum.text[1]', 'b'],
  ['length(datum.text)', 3],
  ['size.width', 3],
  ['{x: datum.a}.x', 1],
  ['item.datum.a', 1],
  ['item.mark.marktype', 'text'],
  ['item.mark.group.mark.marktype', 'group'],
  ['datum.none.deeper', undefined],
  ["if(datum.a > 0, upper(datum.text), '')", 'ABC'],
  ["scale('x', datum.a) > 0 ? 'placed' : ''", 'placed'],
  ["replace(datum.text, /b/g, '-')", 'a-c'],
] as const)
  test(`an expression sees its rows: ${expression}`, async () =>
    assert.equal(await evaluate(expression), value));

for (const expression of [
  'item.mark.group.context',
  "item.mark.group['con' + 'text']",
  'item.mark.source',
  'item.constructor',
  "item['__proto__']",
  'datum.constructor',
  'datum.toString',
  "datum['__pro' + 'to__']",
  'datum.text.constructor',
  'datum.text.replace',
  '[].concat',
  "pluck(item, 'mark.group.context')",
  "pluck([item], 'mark.group.context.dataflow._width')[0]",
  'merge({}, item.mark.group).context',
])
  test(`an expression gets nothing else: ${expression}`, async () =>
    assert.equal(await evaluate(`isDefined(${expression}) ? 'got' : 'nothing'`), 'nothing'));

test('an item of the chart does not become a row with fields to read by path', async () => {
  const spec: TopLevelSpec = {
    data: { values: [{ a: 1 }] },
    params: [{ name: 'brush', select: 'interval' }],
    transform: [
      { calculate: 'unit', as: 'u' },
      { calculate: '{deep: [unit]}', as: 'v' },
    ],
    mark: 'point',
    encoding: { x: { field: 'a', type: 'quantitative' } },
  };
  const drawn = await viewOf(spec).runAsync();
  await drawn.signal('unit', drawn.scenegraph()).runAsync();
  const [row] = drawn.data('source_0') as { u?: unknown; v?: unknown }[];
  assert.deepEqual([row?.u, row?.v], [undefined, undefined]);
});

test('nothing is loaded or linked', async () => {
  const { loader } = view;
  await assert.rejects(loader.load('data:,1'), OutsideReference);
  await assert.rejects(loader.sanitize('/own', { context: 'image' }), OutsideReference);
  await assert.rejects(loader.http('/own', {}), OutsideReference);
  await assert.rejects(loader.file('/etc/passwd'), OutsideReference);
});

test('a document that names an address is not drawn, before or after it is compiled', () => {
  const named = { name: 'OutsideReference', message: /^layer\[0\]\.data\.url must not be there/ };
  assert.throws(() => checkChartDocument({ layer: [{ data: { url: 'x' } }] }), named);
  assert.throws(
    () => confineChart({ marks: [{ type: 'image', encode: { update: { url: { value: 'x' } } } }] }),
    {
      name: 'OutsideReference',
    },
  );
});

test('what a chart hears is not its author’s choice', () => {
  const { config } = confineChart({
    config: { events: { selector: true, window: true, globalCursor: true } },
  });
  const { selector, window, globalCursor, bind } = config?.events ?? {};
  assert.deepEqual([selector, globalCursor, bind], [false, false, 'container']);
  assert.ok(Array.isArray(window) && !window.some((type) => type.startsWith('key')));
});
