import {
  compileModel,
  compileQuery,
  duckdb,
  normalizeQuery,
  QueryError,
  type CompiledQuery,
  type ModelFile,
  type NormalizedQuery,
  type QueryContext,
} from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createCallerModels } from './caller-models.ts';
import { createModelVersions } from './model-versions.ts';
import { compileTimed, createCompiledQueries, type TimedQuery } from './query-compiler.ts';

const BRAND = 'svcCloud';

type Caller = Readonly<Record<string, unknown>>;

const caller: fc.Arbitrary<Caller> = fc
  .record({
    user: fc.nat(1000),
    tenant: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    plan: fc.constantFrom('free', 'pro', null),
    tags: fc.oneof(
      fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
      fc.record({ x: fc.constantFrom(1, 2) }),
    ),
    groups: fc.option(fc.uniqueArray(fc.constantFrom('staff', 'guests', 'team-1', 'team-2')), {
      nil: undefined,
    }),
    country: fc.constantFrom('DE', 'FR', ['DE', 'FR'], undefined),
    level: fc.constantFrom(1, 2, -0, 'high', null),
  })
  .map(({ user, tenant, plan, tags, groups, country, level }) => ({
    user: { id: user, name: `user ${user}` },
    ...(tenant !== undefined && { tenant }),
    plan,
    tags,
    [BRAND]: { email: `${user}@example.com`, ...(groups && { groups }), userAttributes: { country, level } },
  }));

const policy = fc.record({
  group: fc.constantFrom('"*"', 'staff', 'guests', 'team-1'),
  condition: fc.constantFrom(
    undefined,
    "{ securityContext.plan == 'pro' }",
    "{ userAttributes.level == 1 or securityContext.tenant == 'a' }",
    "{ securityContext.tags.includes('x') }",
    "{ 'team-2' in groups }",
  ),
  rows: fc.constantFrom(
    'allow_all: true',
    'filters: [{ member: country, operator: equals, values: ["{ userAttributes.country }"] }]',
    'filters: [{ or: [{ member: status, operator: equals, values: ["{ securityContext.tenant }"] }, { member: country, operator: notEquals, values: [DE] }] }]',
  ),
  level: fc.constantFrom(
    undefined,
    'member_level: { includes: [count, country, placed_at] }',
    'member_level: { excludes: [status, total] }\n        member_masking: { includes: [status, total] }',
  ),
});

const SOURCES = [
  'sql_table: orders',
  "sql: SELECT * FROM orders WHERE {SECURITY_CONTEXT.tenant.filter('tenant')}",
  'sql_table: orders_{{ COMPILE_CONTEXT.securityContext.tenant }}',
  "sql_table: orders_{% if COMPILE_CONTEXT.securityContext.plan == 'pro' %}{{ COMPILE_CONTEXT.securityContext.tags | length }}{% else %}free{% endif %}",
  'sql_table: orders_{% for name in COMPILE_CONTEXT.security_context.tags %}{{ name }}{% endfor %}',
  "sql_table: orders_{% if 'tenant' in COMPILE_CONTEXT.securityContext %}own{% endif %}{{ macro_of_plan() }}",
];

const files: fc.Arbitrary<ModelFile[]> = fc
  .record({ source: fc.constantFrom(...SOURCES), policies: fc.array(policy, { maxLength: 3 }) })
  .map(({ source, policies }) => [
    {
      path: 'macros.jinja',
      content:
        '{% macro macro_of_plan() %}{{ COMPILE_CONTEXT.securityContext.plan or "none" }}{% endmacro %}\n',
    },
    {
      path: 'orders.yml',
      content: `${source.includes('macro') ? "{% from 'macros.jinja' import macro_of_plan %}\n" : ''}cubes:
  - name: orders
    ${source}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: country, sql: country, type: string }
      - { name: status, sql: status, type: string, mask: "'hidden'" }
      - { name: placed_at, sql: placed_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: "CASE WHEN {SECURITY_CONTEXT.plan.filter('plan')} THEN amount END" }
${policies.length === 0 ? '' : '    access_policy:\n'}${policies.map(policyText).join('')}`,
    },
  ]);

type Policy = typeof policy extends fc.Arbitrary<infer Value> ? Value : never;

function policyText({ group, condition, rows, level }: Policy): string {
  return `      - group: ${group}
${condition === undefined ? '' : `        conditions: [{ if: ${JSON.stringify(condition)} }]\n`}        row_level: { ${rows} }
${level === undefined ? '' : `        ${level}\n`}`;
}

const query = fc
  .record({
    measures: fc.subarray(['orders.count', 'orders.total']),
    dimensions: fc.subarray(['orders.country', 'orders.status'], { minLength: 1 }),
  })
  .map((asked): object => ({ ...asked, limit: 10 }));

const asked = fc.record({
  files,
  requests: fc.array(fc.record({ caller, query }), { minLength: 6, maxLength: 12 }),
});

type Plan = Pick<CompiledQuery, 'sql' | 'params' | 'annotation' | 'query'> | { refusal: string };

/** Every plan of a sequence of requests, from caches that all of them share, beside what each is by itself. */
function comparePlans(alter: (timed: TimedQuery) => TimedQuery) {
  return fc.property(asked, ({ files: modelFiles, requests }) => {
    const findModel = createCallerModels(createModelVersions().begin(modelFiles), () => duckdb);
    const kept = createCompiledQueries();
    for (const request of requests) {
      const context = contextOf(request.caller);
      const [normalized] = normalizeQuery(request.query, context).queries;
      assert.ok(normalized);
      const shared = planOf(() => {
        const known = kept.find(normalized, context);
        if (known) return known;
        const model = findModel(context.securityContext);
        const timed = alter(compileTimed(model, normalized, context, () => duckdb));
        kept.keep(normalized, context, timed);
        // What is kept crosses to another thread.
        return structuredClone(timed.compiled);
      });
      assert.deepEqual(shared, planAlone(modelFiles, normalized, context));
    }
  });
}

const contextOf = (securityContext: Caller): QueryContext => ({
  securityContext,
  brandKey: BRAND,
  now: new Date('2024-08-15T12:00:00Z'),
});

function planAlone(modelFiles: readonly ModelFile[], normalized: NormalizedQuery, context: QueryContext) {
  return planOf(() => {
    const compiled = compileModel(modelFiles, { securityContext: context.securityContext });
    assert.ok('model' in compiled, JSON.stringify(compiled));
    return compileQuery(compiled.model, normalized, context, duckdb);
  });
}

function planOf(compile: () => CompiledQuery): Plan {
  try {
    const { sql, params, annotation, query: normalized } = compile();
    return { sql, params, annotation, query: normalized };
  } catch (error) {
    if (error instanceof QueryError) return { refusal: `${error.code} ${error.message}` };
    throw error;
  }
}

test('plans that callers share are those that each would have alone', () => {
  fc.assert(
    comparePlans((timed) => timed),
    { numRuns: 120 },
  );
});

test('a plan that forgot one of its reads would be noticed', () => {
  const forgetful = comparePlans((timed) => ({ ...timed, reads: timed.reads.slice(0, -1) }));
  const isNoticed = ({ cause }: Error) =>
    cause instanceof assert.AssertionError && /deep/.test(cause.message);
  assert.throws(() => fc.assert(forgetful, { numRuns: 2_000, endOnFailure: true }), isNoticed);
});

test('callers who differ in nothing that the model reads share one plan', () => {
  const modelFiles = [
    {
      path: 'orders.yml',
      content: `cubes:
  - name: orders
    sql_table: "{{ COMPILE_CONTEXT.securityContext.tenant }}"
    dimensions: [{ name: country, sql: country, type: string }]
    measures: [{ name: count, type: count }]
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: country, operator: equals, values: ["{ userAttributes.country }"] }] }
`,
    },
  ];
  const findModel = createCallerModels(createModelVersions().begin(modelFiles), () => duckdb);
  const plan = (user: string, tenant: string, country: string) => {
    const securityContext = { user, tenant, [BRAND]: { email: user, userAttributes: { country } } };
    const context = contextOf(securityContext);
    const [normalized] = normalizeQuery({ measures: ['orders.count'] }, context).queries;
    assert.ok(normalized);
    return findModel(securityContext).compile(normalized, context);
  };
  assert.equal(plan('ada', 'a', 'DE'), plan('bob', 'a', 'DE'));
  assert.notEqual(plan('ada', 'a', 'DE'), plan('ada', 'a', 'FR'));
  assert.notEqual(plan('ada', 'a', 'DE'), plan('ada', 'b', 'DE'));
});
