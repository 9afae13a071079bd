import {
  compileModel,
  compileQuery,
  describeModel,
  duckdb,
  normalizeQuery,
  QueryError,
  type Model,
  type QueryContext,
} from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { propertySettings } from '../support/property-settings.ts';
import { everybody } from '../support/query-rows.ts';

/**
 * Two worlds: in one a member is hidden under a name, in the other there is nothing under that name, for the hidden
 * member has another one. To a caller who may not know of the member both are the same, whatever is asked.
 */
const HIDDEN = 'secret';
const ELSEWHERE = 'qqq_elsewhere_qqq';

type Kind = 'dimension' | 'time' | 'measure' | 'segment';
const kinds: readonly Kind[] = ['dimension', 'time', 'measure', 'segment'];
/** How a member is hidden. */
const ways = [
  'not public',
  'not granted',
  'in a hidden cube',
  'left out of a view',
  'hidden in a view',
] as const;

interface World {
  readonly kind: Kind;
  readonly way: (typeof ways)[number];
  /** Whether what the caller sees is built on it. */
  readonly isUsed: boolean;
  /** Whether a policy filters rows by it. */
  readonly isFiltered: boolean;
}

const world = fc.record({
  kind: fc.constantFrom(...kinds),
  way: fc.constantFrom(...ways),
  isUsed: fc.boolean(),
  isFiltered: fc.boolean(),
});

function member(kind: Kind, name: string, isPublic: boolean): [list: string, definition: object] {
  const shared = { name, public: isPublic, title: 'Told to nobody' };
  switch (kind) {
    case 'dimension':
      return ['dimensions', { ...shared, sql: 'hidden_column', type: 'number' }];
    case 'time':
      return [
        'dimensions',
        {
          ...shared,
          sql: 'hidden_time',
          type: 'time',
          granularities: [{ name: 'odd', interval: '2 days', origin: '2024-01-01' }],
        },
      ];
    case 'measure':
      return ['measures', { ...shared, sql: 'hidden_column', type: 'sum' }];
    case 'segment':
      return ['segments', { ...shared, sql: '{CUBE}.hidden_column > 5' }];
    default:
      return kind satisfies never;
  }
}

function modelOf({ kind, way, isUsed, isFiltered }: World, name: string): Model {
  const isOfView = way === 'left out of a view' || way === 'hidden in a view';
  const isPublic = way !== 'not public' && way !== 'in a hidden cube';
  const [list, hidden] = member(kind, name, isPublic);
  const [, inHiddenCube] = member(kind, name, true);
  const shown = [
    'id',
    'status',
    'created_at',
    'count',
    'open',
    ...(isUsed && kind !== 'segment' ? ['built'] : []),
  ];
  const built =
    !isUsed || kind === 'segment'
      ? {}
      : kind === 'measure'
        ? { measures: [{ name: 'built', type: 'number', sql: `{${name}} * 2` }] }
        : { dimensions: [{ name: 'built', type: 'string', sql: `CAST({${name}} AS VARCHAR)` }] };
  const restriction =
    isFiltered && (kind === 'dimension' || kind === 'time')
      ? {
          row_level: {
            filters: [{ member: name, operator: kind === 'time' ? 'afterDate' : 'gt', values: ['2024'] }],
          },
        }
      : {};
  const base = {
    dimensions: [
      { name: 'id', sql: 'id', type: 'number', primary_key: true, public: true },
      { name: 'status', sql: 'status', type: 'string' },
      { name: 'created_at', sql: 'created_at', type: 'time' },
    ],
    measures: [
      { name: 'count', type: 'count', drill_members: ['status', ...(kind === 'dimension' ? [name] : [])] },
    ],
    segments: [{ name: 'open', sql: "{CUBE}.status = 'open'" }],
  };
  const all = (more: Record<string, readonly object[]>) =>
    Object.fromEntries(
      Object.entries(base).map(([key, members]) => [
        key,
        [...members, ...(more[key] ?? []), ...((built as Record<string, object[]>)[key] ?? [])],
      ]),
    );
  const policy = {
    group: '*',
    member_level: { includes: way === 'not granted' ? shown : '*' },
    ...restriction,
  };
  const cubes = [
    {
      name: 'orders',
      sql_table: 'orders',
      public: !isOfView,
      joins: [{ name: 'vault', relationship: 'many_to_one', sql: '{CUBE}.id = {vault}.id' }],
      ...all({ [list]: [hidden] }),
      ...(way === 'not granted' || isFiltered ? { access_policy: [policy] } : {}),
    },
    {
      name: 'vault',
      sql_table: 'vault',
      public: false,
      dimensions: [{ name: 'id', sql: 'id', type: 'number', primary_key: true }],
      measures: [{ name: 'n', type: 'count' }],
      ...(way === 'in a hidden cube'
        ? {
            [list]: [
              inHiddenCube,
              ...(list === 'dimensions'
                ? [{ name: 'id', sql: 'id', type: 'number', primary_key: true }]
                : []),
            ],
          }
        : {}),
    },
  ];
  const views = isOfView
    ? [
        {
          name: 'sales',
          cubes: [
            {
              join_path: 'orders',
              includes: way === 'hidden in a view' ? '*' : shown,
            },
          ],
          ...(way === 'hidden in a view'
            ? { access_policy: [{ group: '*', member_level: { includes: shown } }] }
            : {}),
        },
      ]
    : [];
  const compiled = compileModel([{ path: 'model.yml', content: stringify({ cubes, views }) }]);
  assert.ok('model' in compiled, JSON.stringify('problems' in compiled && compiled.problems));
  return compiled.model;
}

/** Names that may or may not be there, by the cubes and views of the worlds. */
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('orders', 'sales', 'vault').map((scope) => `${scope}.${HIDDEN}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('orders', 'sales', 'vault', 'nowhere'),
        fc.constantFrom(
          'id',
          'status',
          'created_at',
          'count',
          'open',
          'built',
          'secre',
          'secrets',
          'n',
          HIDDEN,
        ),
      )
      .map((parts) => parts.join('.')),
  },
);
const short = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 2 });
const { filter } = fc.letrec<{ filter: unknown }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      member: name,
      operator: fc.constantFrom('equals', 'gt', 'set', 'contains', 'inDateRange', 'measureFilter'),
      values: fc.constantFrom(['5'], ['x'], ['2024-01-01'], ['last week', 'next week']),
    }),
    fc.record({ and: fc.array(tie('filter'), { maxLength: 2 }) }),
    fc.record({ or: fc.array(tie('filter'), { maxLength: 2 }) }),
  ),
}));
/** Fields that speak of what may be hidden, and may have its name. */
const calculated = fc
  .tuple(
    name,
    fc.constantFrom(
      (of: string) => of,
      (of: string) => `${of} + 1`,
      (of: string) => `SUM(${of})`,
      (of: string) => `COUNT(DISTINCT ${of})`,
      (of: string) => `MEASURE(${of}) FILTER (WHERE ${of.split('.')[0]}.status = 'open')`,
      (of: string) => `CASE WHEN ${of} IS NULL THEN 1 ELSE ${of} END`,
      (of: string) => `RUNNING_TOTAL(${of})`,
      (of: string) => `${of.split('.')[0]}.count`,
      () => '5',
    ),
  )
  .map(([of, write]) => ({ sql: write(of) }));
const query = fc.record(
  {
    measures: short(name),
    dimensions: short(
      fc.oneof(
        name,
        name.map((text) => `${text}.month`),
      ),
    ),
    timeDimensions: short(
      fc.record(
        {
          dimension: name,
          granularity: fc.constantFrom('day', 'odd', 'none'),
          dateRange: fc.constantFrom('last week', ['2024-01-01', '2024-02-01']),
        },
        { requiredKeys: ['dimension'] },
      ),
    ),
    segments: short(name),
    filters: short(filter),
    order: short(fc.tuple(name, fc.constantFrom('asc', 'desc'))),
    ungrouped: fc.boolean(),
    total: fc.boolean(),
    joinHints: short(short(fc.constantFrom('orders', 'vault', 'sales', HIDDEN, 'nowhere'))),
    periodComparisons: short(
      fc.record({
        measure: name,
        timeDimension: name,
        offset: fc.constant({ amount: 1, unit: 'month' }),
        outputs: fc.constantFrom(['previous'], ['percent']),
      }),
    ),
    fillMissingRows: fc.record({ member: name, excludedDimensions: short(name) }),
    calculatedFields: fc.dictionary(name, calculated, { maxKeys: 3 }),
  },
  { requiredKeys: [] },
);

const caller: QueryContext = { ...everybody, securityContext: { svcCloud: { groups: ['guests'] } } };

/** What a caller is told: the columns with their annotation and the query as it is shown back, or the refusal. */
function answerTo(model: Model, asked: unknown): unknown {
  try {
    return normalizeQuery(asked, caller).queries.map((one) => {
      const compiled = compileQuery(model, one, caller, duckdb);
      const { columns, annotation, query: shown } = compiled;
      return { columns, annotation, shown };
    });
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const { code, message, path, member: refused } = error;
    return { code, message, path, refused };
  }
}

test('a hidden member is to a caller as one that does not exist', () => {
  const models = new Map<string, readonly [Model, Model]>();
  fc.assert(
    fc.property(world, query, (made, asked) => {
      const key = JSON.stringify(made);
      const pair = models.get(key) ?? ([modelOf(made, HIDDEN), modelOf(made, ELSEWHERE)] as const);
      models.set(key, pair);
      const answers = pair.map((model) => answerTo(model, asked));
      assert.deepEqual(answers[0], answers[1]);
      assert.ok(!JSON.stringify(answers).includes(ELSEWHERE), JSON.stringify(answers));
    }),
    { ...propertySettings, numRuns: propertySettings.numRuns * 5 },
  );
});

test('metadata do not tell of a hidden member', () => {
  fc.assert(
    fc.property(world, (made) => {
      const [one, other] = [HIDDEN, ELSEWHERE].map((hidden) =>
        JSON.stringify(describeModel(modelOf(made, hidden), caller)),
      );
      assert.equal(one, other);
      assert.ok(!one?.includes(HIDDEN) && !one?.includes('Told to nobody'), one);
    }),
    { ...propertySettings, numRuns: Math.min(propertySettings.numRuns, 200) },
  );
});

test('suggestions name what the caller may see', () => {
  const model = modelOf(
    { kind: 'dimension', way: 'not granted', isUsed: false, isFiltered: false },
    'statuses',
  );
  assert.deepEqual(answerTo(model, { dimensions: ['orders.statuses'] }), {
    code: 'unknown_member',
    message: "'statuses' not found for path 'orders.statuses'. Did you mean status? (in orders)",
    path: 'dimensions[0]',
    refused: 'orders.statuses',
  });
});
