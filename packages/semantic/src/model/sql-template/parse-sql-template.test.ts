import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectProblems } from '../files/model-file.ts';
import { parseSqlTemplate } from './parse-sql-template.ts';
import { printSqlTemplate } from './print-sql-template.ts';

const location = { file: 'a.yml', line: 1, column: 1 };

function partsOf(text: string) {
  const problems = collectProblems();
  const { parts } = parseSqlTemplate(text, location, problems);
  assert.deepEqual(problems.list, []);
  return parts;
}

function faultOf(text: string): string {
  const problems = collectProblems();
  parseSqlTemplate(text, location, problems);
  return problems.list.map(({ message, hint }) => `${message}. ${hint}`).join('\n');
}

const column = { kind: 'column', sql: 'created_at' };
const param = { kind: 'filter-param', member: 'orders.created_at', target: column };

const expressions: [expression: string, part: unknown][] = [
  ["FILTER_PARAMS.orders.created_at.filter('created_at')", param],
  ['FILTER_PARAMS.orders.created_at.filter("created_at")', param],
  ["FILTER_PARAMS.orders.created_at.filter(f'created_at')", param],
  ["FILTER_PARAMS.orders.created_at.filter('created' '_at')", param],
  [
    'FILTER_PARAMS.orders.created_at.filter(lambda x, y: f"day >= date({x}) AND note <> \'}}\' AND day < {y}")',
    {
      ...param,
      target: { kind: 'lambda', parts: ['day >= date(', 0, ") AND note <> '}' AND day < ", 1] },
    },
  ],
  [
    "FILTER_PARAMS.orders.created_at.filter(lambda x: 'a = ' + x + ' OR \\'b\\' = ' + x)",
    { ...param, target: { kind: 'lambda', parts: ['a = ', 0, " OR 'b' = ", 0] } },
  ],
  [
    "FILTER_GROUP(FILTER_PARAMS.orders.created_at.filter('created_at'), FILTER_PARAMS.orders.id.filter('id'))",
    {
      kind: 'filter-group',
      params: [param, { kind: 'filter-param', member: 'orders.id', target: { kind: 'column', sql: 'id' } }],
    },
  ],
  [
    "SECURITY_CONTEXT.user.tenant.filter('tenant_id')",
    { kind: 'context-value', path: ['user', 'tenant'], use: 'filter', column: 'tenant_id' },
  ],
  [
    "SECURITY_CONTEXT.tenant.requiredFilter('tenant_id')",
    { kind: 'context-value', path: ['tenant'], use: 'required-filter', column: 'tenant_id' },
  ],
  ['SECURITY_CONTEXT.tenant.unsafeValue()', { kind: 'context-value', path: ['tenant'], use: 'unsafe-value' }],
  ['security_context.tenant.unsafeValue()', { kind: 'context-value', path: ['tenant'], use: 'unsafe-value' }],
  ["SQL_UTILS.convertTz('t.created_at')", { kind: 'convert-tz', column: 't.created_at' }],
  ['created_at.month', { kind: 'reference', path: ['created_at', 'month'], isSql: false }],
  ['TABLE', { kind: 'reference', path: ['CUBE'], isSql: false }],
  ['orders.sql()', { kind: 'reference', path: ['orders'], isSql: true }],
];
for (const [expression, part] of expressions) {
  test(`reads {${expression}}, and goes on behind its brace`, () => {
    assert.deepEqual(partsOf(`SELECT '}' WHERE {${expression}} AND 'a'`), [
      { kind: 'text', text: "SELECT '}' WHERE " },
      part,
      { kind: 'text', text: " AND 'a'" },
    ]);
  });
}

test('what is written again reads as the same', () => {
  for (const [expression] of expressions) {
    const parts = partsOf(`a \\{ {${expression}} \\}`);
    assert.deepEqual(partsOf(printSqlTemplate({ location, parts })), parts);
  }
});

test('braces with a backslash are text', () => {
  assert.deepEqual(partsOf('a = \\{1\\}'), [{ kind: 'text', text: 'a = {1}' }]);
});

const faults: [expression: string, words: RegExp][] = [
  ["FILTER_PARAMS.orders.filter('x')", /cannot be read\. Write \{FILTER_PARAMS\.cube\.member/],
  ['FILTER_PARAMS.orders.id.filter(`id`)', /cannot be read/],
  ["FILTER_PARAMS.orders.id.filter(lambda x: f'{x + 1}')", /cannot be read/],
  ['FILTER_PARAMS.orders.id.filter(lambda x: y)', /cannot be read/],
  ["FILTER_PARAMS.orders.id.filter('id'", /cannot be read/],
  ['FILTER_GROUP()', /cannot be read\. Write \{FILTER_GROUP/],
  ["SECURITY_CONTEXT.filter('x')", /cannot be read\. Write \{SECURITY_CONTEXT/],
  ['SECURITY_CONTEXT.tenant', /cannot be read/],
  ['SQL_UTILS.convertTz(`created_at`)', /backticks would be moved twice/],
  ['COMPILE_CONTEXT.securityContext', /not known to SQL\. It belongs into a template/],
  ['a b', /\{a b\} is not a reference/],
  ["'a", /is not a reference/],
];
for (const [expression, words] of faults) {
  test(`says what is wrong with {${expression}}`, () => {
    assert.match(faultOf(`x = {${expression}} AND y`), words);
  });
}

test('a brace that is never closed is told', () => {
  assert.match(faultOf('a = {b'), /The brace of \{b is not closed\. A literal brace/);
});
