import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf, modelOf } from '../support/read-model.ts';

/** What a template renders to, as the description of a cube. */
function rendered(template: string): string {
  const model = modelOf(`cubes:\n  - name: a\n    sql_table: a\n    description: |-\n      >${template}<\n`);
  return model.cubes['a']?.description?.slice(1, -1) ?? '';
}

/** What Jinja 2 gives for the same, except for the words true and false, which YAML has in small letters. */
const expressions: [what: string, expression: string, result: string][] = [
  ['letters', "'it is' | title ~ ' ' ~ ('aBC' | capitalize) ~ ('x' | upper) ~ ('Y' | lower)", 'It Is AbcXy'],
  ['trim', "'  x ' | trim ~ ('--x-' | trim('-'))", 'xx'],
  ['replace', "'aaa' | replace('a', 'b', 2) ~ ('abc' | replace('', '-'))", 'bba-a-b-c-'],
  ['truncate', "'foo bar baz qux' | truncate(9)", 'foo...'],
  ['truncate to the letter', "'foo bar baz qux' | truncate(9, true)", 'foo ba...'],
  ['truncate with leeway', "'foo bar baz qux' | truncate(11)", 'foo bar baz qux'],
  ['center', "'abc' | center(8) ~ '|'", '  abc   |'],
  ['wordcount', "'foo bar-baz it' | wordcount", '4'],
  [
    'format',
    "'%5d|%-5d|%05d|%.2f|%x|%s' | format(42, 42, -42, 3.14159, 255, 'b')",
    '   42|42   |-0042|3.14|ff|b',
  ],
  ['format by name', "'%(a)s %+d%%' | format(5, a=3)", '3 +5%'],
  [
    'urlencode',
    "'a b/c?d' | urlencode ~ ' ' ~ ({'a b': 'c/d', 'e': 1} | urlencode)",
    'a%20b/c%3Fd a+b=c%2Fd&e=1',
  ],
  ['escape', `'<a href="x">' | e`, '&lt;a href=&#34;x&#34;&gt;'],
  ['split', "'a,b,c' | split(',', 1) | join(' ') ~ ('a  b' | split | join('-'))", 'a b,ca-b'],
  ['lines', "'a\\nb' | lines | join('+')", 'a+b'],
  ['round', "42.55 | round ~ ' ' ~ (42.55 | round(1, 'floor')) ~ ' ' ~ (1234 | round(-2))", '43.0 42.5 1200'],
  ['int', "['3', '3.7', 'x', -3.7, none] | map('int') | join(' ') ~ ('1f' | int(0, 16))", '3 3 0 -3 031'],
  ['float', "'3' | float ~ ' ' ~ ('x' | float(1.5)) ~ ' ' ~ (-3 | abs)", '3.0 1.5 3'],
  [
    'sum',
    "[1, 2] | sum ~ ' ' ~ ([{'a': 1}, {'a': 2.5}] | sum(attribute='a')) ~ ' ' ~ ([] | sum(start=4))",
    '3 3.5 4',
  ],
  ['min and max', "['b', 'A'] | min ~ ([{'a': 3}, {'a': 1}] | max(attribute='a')).a", 'A3'],
  ['batch', "[1, 2, 3] | batch(2, 0) | map('join', ',') | join(';')", '1,2;3,0'],
  ['slice', "[1, 2, 3, 4, 5] | slice(3, 'x') | map('join') | join(';')", '12;34;5x'],
  ['select', "[1, 2, 3, 6] | select('divisibleby', 3) | join ~ ([0, 1, '', none] | select | join)", '361'],
  ['reject', "[1, 2, 3] | reject('>', 1) | join ~ ([1, 2] | reject('in', [2]) | join)", '11'],
  [
    'selectattr along a path',
    "[{'n': {'x': 1}}, {'n': {'x': 2}}] | selectattr('n.x', 'equalto', 2) | map(attribute='n.x') | join",
    '2',
  ],
  ['rejectattr', "[{'v': 1}, {'w': 2}] | rejectattr('v', 'defined') | map(attribute='w') | join", '2'],
  ['map with a filter', "['a b', 'c'] | map('replace', ' ', '_') | map('upper') | join(',')", 'A_B,C'],
  ['map with an attribute', "[{'a': 1}, {}] | map(attribute='a', default='z') | join(',')", '1,z'],
  ['sort', "['b', 'A', 'c'] | sort(true) | join ~ ([3, 1, 2] | sort | join)", 'cbA123'],
  [
    'sort by several',
    "[{'a': 2, 'b': 1}, {'a': 1, 'b': 2}, {'a': 1, 'b': 1}] | sort(attribute='a,b') | map(attribute='b') | join",
    '121',
  ],
  ['unique', "['a', 'A', 'b'] | unique | join ~ (['a', 'A', 'b'] | unique(true) | join)", 'abaAb'],
  ['join by attribute', "[{'a': 'q'}, {'a': 'r'}] | join('|', attribute='a')", 'q|r'],
  ['ends of texts', "'abc' | first ~ ('abc' | last) ~ ('abc' | reverse) ~ ('abc' | length)", 'accba3'],
  ['dictsort', "{'b': 1, 'a': 2} | dictsort(by='value') | map('join', '=') | join(';')", 'b=1;a=2'],
  [
    'zip and chain',
    "[1, 2] | zip(['a', 'b']) | map('join') | join(',') ~ ([1] | chain([2]) | join)",
    '1a,2b12',
  ],
  ['default', "x | d('e') ~ ('' | default('d', true)) ~ ('' | default('d'))", 'ed'],
  ['tojson', "[1, 'a', {'b': none}] | tojson", '[1, "a", {"b": null}]'],
  ['tests with an argument', '4 is divisibleby 2 and 5 is not divisibleby(2) and 1 is eq 1', 'true'],
  ['tests of order', "1 is lt 2 and 'b' is gt 'a' and [1, 2] is le [1, 2]", 'true'],
  [
    'tests of texts',
    "'model' is startingwith('mo') and 'model' is endingwith 'el' and 'a' is in 'cab'",
    'true',
  ],
  [
    'tests of types',
    "not [] is mapping and {} is mapping and 'a' is string and 1 is integer and 1.5 is float and none is none",
    'true',
  ],
  ['a test in a condition', "'y' if x is not defined and 3 is odd else 'n'", 'y'],
  ['a test as text', "'x' is eq 'and' or 2 is in [1, 2]", 'true'],
  [
    'equality of what lists hold',
    "[1, {'a': 2}] == [1, {'a': 2}] and [1] in [[1]] and '1' != 1 and 1 == 1.0",
    'true',
  ],
  ['order of texts and lists', "'a' < 'b' and [1, 2] < [1, 3] and 'b' >= 'b'", 'true'],
  ['repetition', "'ab' * 2 ~ (2 * [1] | join)", 'abab11'],
  ['the remainder', "-1 % 3 ~ ' ' ~ 7 % -3 ~ ' ' ~ -7 // 2", '2 -2 -4'],
  ['dict', "dict({'x': 1}, y=2) | items | map('join', ':') | join(',')", 'x:1,y:2'],
];
for (const [what, expression, result] of expressions) {
  test(`a template knows ${what}`, () => {
    assert.equal(rendered(`{{ ${expression} }}`), result);
  });
}

const statements: [what: string, template: string, result: string][] = [
  [
    'groupby',
    "{% for g, rows in [{'c': 'b'}, {'c': 'a'}, {'c': 'b'}] | groupby('c') %}{{ g }}{{ rows | length }}{% endfor %}",
    'a1b2',
  ],
  [
    'names of groups',
    "{% for g in [{'c': 'b'}] | groupby('c') %}{{ g.grouper }}{{ g.list | length }}{% endfor %}",
    'b1',
  ],
  ['raw parts', '{% raw %}{{ x }}{% if %}{# c #}{% endraw %}', '{{ x }}{% if %}{# c #}'],
  ['raw parts without blanks around', 'a  {%- raw -%}  { x }  {%- endraw -%}  b', 'a{ x }b'],
  ['raw in a comment', 'a{# {% raw %} #}b', 'ab'],
  ['a plus in tags', '{%+ if true +%}x{%+ endif %}', 'x'],
  [
    'with',
    '{% set a = 5 %}{% with a = a + 1, b = [1, 2] %}{{ a }}{{ b | length }}{% set c = 9 %}{% endwith %}{{ a }}{{ c }}',
    '625',
  ],
  ['filters of set', '{% set x | replace("a", "b") | upper %}aac{% endset %}{{ x }}', 'BBC'],
  ['filter blocks', '{% filter replace("a", "b") %}aa{% endfilter %}', 'bb'],
  ['do', '{% do [1] %}ok', 'ok'],
  ['cycles of loops', "{% for x in [1, 2, 3] %}{{ loop.cycle('a', 'b') }}{% endfor %}", 'aba'],
  ['changes in loops', '{% for x in [1, 1, 2, 1] %}{{ x if loop.changed(x) }}{% endfor %}', '121'],
  ['tuples in loops', '{% for a, b in [(1, 2), (3, 4)] %}{{ a }}{{ b }};{% endfor %}', '12;34;'],
  [
    'conditions and turns of loops',
    '{% for x in [1, 2, 3, 5] if x is odd %}{% if x == 5 %}{% break %}{% endif %}{{ loop.index }}{{ x }}{% endfor %}',
    '1123',
  ],
  [
    'macros that are called with a block',
    '{% macro m(x) %}{{ x }}{{ caller(1) }}{% endmacro %}{% call(z) m(5) %}<{{ z }}>{% endcall %}',
    '5<1>',
  ],
];
for (const [what, template, result] of statements) {
  test(`a template has ${what}`, () => {
    assert.equal(rendered(template), result);
  });
}

test('each line is indented but the first, unless it is empty', () => {
  const template =
    "{% set lines = 'a\\nb\\n\\nc' %}{{ lines | indent(2) | tojson }}{{ lines | indent('> ', true, true) | tojson }}";
  assert.equal(rendered(template), '"a\\n  b\\n\\n  c""> a\\n> b\\n> \\n> c"');
});

const faults: [what: string, template: string, words: RegExp][] = [
  ['a filter that there is not', "{{ 'a' | uper }}", /there is no filter uper Did you mean upper\?/],
  [
    'a test that there is not',
    '{% if false %}{{ 1 is od }}{% endif %}',
    /there is no test od Did you mean odd\?/,
  ],
  ['a filter of a block', '{% filter nope %}{% endfilter %}', /there is no filter nope/],
  ['a filter by name', "{{ [1] | map('nope') | join }}", /the filter map: there is no filter nope/],
  ['a test by name', "{{ [1] | select('nope') | join }}", /the filter select: there is no test nope/],
  ['an argument too many', "{{ 'a' | upper(1) }}", /the filter upper: it takes 0 arguments at most/],
  [
    'an argument of another name',
    "{{ 'a' | indent(widht=1) }}",
    /the filter indent: it takes no argument widht/,
  ],
  [
    'an argument of another type',
    "{{ [1] | batch('a') }}",
    /the filter batch: its argument linecount must be a number/,
  ],
  ['values without an order', "{{ [1, 'a'] | sort }}", /the filter sort: a and 1 have no order/],
  ['what is no list', '{{ 5 | join }}', /the filter join: 5 is no list/],
  ['a division by zero', '{{ 1 / 0 }}', /it divides by zero/],
  ['a raw part that does not end', '{% raw %}', /Unknown statement type: raw What stands between/],
  ['a with that does not end', '{% with a = 1 %}', /cannot be rendered/],
  [
    'a template that extends another',
    '{% extends "x" %}',
    /Unknown statement type: extends Templates do not extend/,
  ],
  ['a block of it', '{% block x %}{% endblock %}', /Unknown statement type: block/],
  ['autoescape', '{% autoescape true %}', /Unknown statement type: autoescape Nothing is escaped/],
  ['a sign of ours', '\uE002', /it has the sign U\+E002/],
];
for (const [what, template, words] of faults) {
  test(`a template with ${what} is refused where it stands`, () => {
    assert.match(
      problemsOf(`cubes: []\n${template}\n{{ 1 }}\n`).join('\n'),
      new RegExp(`^[12]:1 .*${words.source}`),
    );
  });
}
