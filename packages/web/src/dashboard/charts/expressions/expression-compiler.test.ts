import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExpression as parse } from 'vega-expression';
import { expressionInterpreter } from 'vega-interpreter';
import { createExpressionCompiler, type ExpressionNode } from './expression-compiler.ts';

/** What Vega's parser makes, whatever its node is. */
const parseExpression = (text: string) => parse(text) as unknown as ExpressionNode;

/** What Vega's runtime would add, found by `this`. */
const functions = {
  base: 10,
  sum(this: { base: number }, ...values: unknown[]) {
    return values.reduce<number>((total, value) => total + Number(value), this.base);
  },
};
const context = { functions: functions as never };
const compiler = createExpressionCompiler({
  readMember: (holder, name) => (holder as Record<string, unknown>)[String(name)],
  functionsOf: (own) => own,
});

const datum = { a: 3, b: -4, text: 'Ab,cd', list: [3, 1, 2], at: 1_700_000_000_000, none: null };
const parameters = { $width: 40, $zero: 0 };

for (const text of [
  'datum.a + datum.b * 2 - 1 / 4 % 3',
  'datum.a > datum.b ? "more" : "less"',
  'datum["a"] === 3 && datum.a != "4" || !datum.none',
  '(datum.a << 2) ^ (datum.b >> 1) | ~datum.a & 7',
  '+datum.text, -datum.a',
  '[datum.a, [datum.b], width]',
  '{a: datum.a, "b c": width, toString: 1, __proto__: 2}',
  'PI + E + SQRT2',
  'zero || width',
  'if(zero, missing.member, "lazy")',
  'sum()',
  'sum(1)',
  'sum(1, 2)',
  'sum(1, 2, 3)',
  'clamp(datum.a, 5, 9) + abs(datum.b) + max(1, 2, datum.a) + pow(2, 3)',
  'sort(datum.list)',
  'reverse(datum.list)',
  'join(slice(datum.list, 1), "-")',
  'indexof(datum.text, "c") + lastindexof(datum.text, "b") + length(datum.text)',
  'upper(datum.text) + lower(datum.text) + substring(datum.text, 1, 3) + trim(" x ")',
  'split(datum.text, ",")',
  'replace(datum.text, /[a-z]/g, "-")',
  'test(/b,/, datum.text) && !test(regexp("x", "i"), datum.text)',
  'parseFloat("1.5") + parseInt("0x1f")',
  'isNaN(0 / 0) && isFinite(1)',
  'utcyear(datum.at) + utcmonth(datum.at) + utcdate(datum.at) + utcday(datum.at)',
  'utchours(datum.at) + utcminutes(datum.at) + utcseconds(datum.at) + utcmilliseconds(datum.at)',
  'utc(2024, 0, 2)',
  'encodeURIComponent(atob(btoa("ä b")))',
])
  test(`an expression has the value that Vega's interpreter gives it: ${text}`, (t) => {
    // Vega says on the console what it leaves out.
    t.mock.method(console, 'error', () => undefined);
    const [compiled, expected] = [compiler, expressionInterpreter].map((way) => {
      // A list of expressions is not one: each is looked at by itself.
      const asts = text.split(/, (?=-datum)/).map((part) => parseExpression(part));
      return asts.map((ast) => (way as typeof compiler).parameter(context, { ast })(datum, parameters));
    });
    assert.deepEqual(compiled, expected);
  });

test('a regular expression that counts where it is begins anew for each row', () => {
  const read = compiler.parameter(context, { ast: parseExpression('test(/b/g, datum)') });
  assert.deepEqual([read('b', {}), read('b', {}), read('b', {})], [true, true, true]);
});

test('NaN is a number of the language, which Vega’s interpreter takes for a signal', () => {
  const read = compiler.operator(context, { ast: parseExpression('isNaN(NaN)') });
  assert.equal(read({}), true);
});

test('an event answers what Vega has added to it', () => {
  const event = { item: { datum }, vega: { x: (shift: unknown) => 7 + Number(shift) } };
  const ast = parseExpression('x(1) + datum.a');
  assert.equal(compiler.handler(context, { ast })({}, event), 11);
});

test('no name leads to what every object and function inherits', () => {
  for (const text of ['hasOwnProperty("sum")', 'constructor("1")', 'nothing()'])
    assert.throws(() => compiler.parameter(context, { ast: parseExpression(text) }), /no function/);
  assert.equal(compiler.operator(context, { ast: parseExpression('constructor') })({}), undefined);
});

for (const [marktype, channels] of [
  ['rect', { x: 9, x2: 2, y: 1, y2: 5 }],
  ['rect', { x2: 9, width: 4, yc: 5, height: 2 }],
  ['group', { xc: 9, width: 4, y2: 5, height: 2 }],
  ['area', { x: 9, x2: 2, y: 5, y2: 1 }],
  ['rule', { x: 9, x2: 2 }],
  ['symbol', { xc: 9, y2: 3 }],
] as const)
  test(`a ${marktype} by ${Object.keys(channels).join(', ')} lies where Vega's interpreter puts it`, () => {
    const asts = Object.entries(channels).map(([name, value]) => [
      name,
      { ast: parseExpression(`${value}`) },
    ]);
    const encoding = { marktype, channels: Object.fromEntries(asts) as never };
    const [mine, theirs]: Record<string, unknown>[] = [{}, {}];
    const changes = [
      compiler.encode(context, encoding)(mine ?? {}, {}),
      (expressionInterpreter as unknown as typeof compiler).encode(context, encoding)(theirs ?? {}, {}),
    ];
    assert.deepEqual([mine, changes[0]], [theirs, changes[1]]);
    assert.equal(compiler.encode(context, { marktype, channels: {} })(mine ?? {}, {}), 0);
  });
