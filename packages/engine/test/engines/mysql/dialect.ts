import { mysql as dialect, type BoundValue, type Dialect } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '../../read-all.ts';
import type { MySqlWorld } from './mysql-world.ts';

type SqlText = Parameters<Dialect['cast']>[0];

/** SQL that no operator beside it takes apart. */
const sql = (text: string): SqlText => ({ binds: 8, parts: [text] });
const at = (text: string) => sql(`TIMESTAMP '${text}'`);
const bind = (value: BoundValue): SqlText => ({ binds: 8, parts: [{ value, type: 'text' }] });
const decimal = (digits: string, scale = 0, isNegative = false) => ({ digits, scale, isNegative });
/** No decimal holds it. */
const tooLong = decimal(`1${'0'.repeat(80)}`);
const [BERLIN, NEWFOUNDLAND] = ['Europe/Berlin', 'America/St_Johns'];

/** The text of SQL, and the values of its placeholders. */
function print({ parts }: SqlText, params: BoundValue[] = []): { text: string; params: BoundValue[] } {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    if ('value' in part) {
      params.push(part.value);
      return dialect.placeholder(params.length, part.type);
    }
    return print('sql' in part ? part.sql : part, params).text;
  });
  return { text: texts.join(''), params };
}

const minutes = (amount: number) => [{ amount, unit: 'minute' as const }];

/** What an expression is, as a text; null stays. */
const EXPRESSIONS: readonly [fragment: SqlText, value: string | null][] = [
  ...(
    [
      ['second', '2024-08-15T13:14:15.000', '0001-01-01T00:00:00.000', '9999-12-31T23:59:59.000'],
      ['minute', '2024-08-15T13:14:00.000', '0001-01-01T00:00:00.000', '9999-12-31T23:59:00.000'],
      ['hour', '2024-08-15T13:00:00.000', '0001-01-01T00:00:00.000', '9999-12-31T23:00:00.000'],
      ['day', '2024-08-15T00:00:00.000', '0001-01-01T00:00:00.000', '9999-12-31T00:00:00.000'],
      ['week', '2024-08-12T00:00:00.000', '0001-01-01T00:00:00.000', '9999-12-27T00:00:00.000'],
      ['month', '2024-08-01T00:00:00.000', '0001-01-01T00:00:00.000', '9999-12-01T00:00:00.000'],
      ['quarter', '2024-07-01T00:00:00.000', '0001-01-01T00:00:00.000', '9999-10-01T00:00:00.000'],
      ['year', '2024-01-01T00:00:00.000', '0001-01-01T00:00:00.000', '9999-01-01T00:00:00.000'],
    ] as const
  ).flatMap(([unit, now, first, last]): [SqlText, string][] => [
    [dialect.truncate(at('2024-08-15 13:14:15.678'), unit), now],
    [dialect.truncate(at('0001-01-01 00:00:00.5'), unit), first],
    [dialect.truncate(at('9999-12-31 23:59:59.999'), unit), last],
  ]),
  [
    dialect.truncateToSteps(at('2024-01-01 00:14:59.9'), minutes(15), '2024-01-01 00:00:00'),
    '2024-01-01T00:00:00.000',
  ],
  [
    dialect.truncateToSteps(at('2023-12-31 23:59:59.9'), minutes(15), '2024-01-01 00:00:00'),
    '2023-12-31T23:45:00.000',
  ],
  [
    dialect.truncateToSteps(at('2023-12-31 23:45:00'), minutes(15), '2024-01-01 00:00:00'),
    '2023-12-31T23:45:00.000',
  ],
  [
    dialect.truncateToSteps(at('0001-12-31 23:00:00'), [{ amount: 5, unit: 'day' }], '2024-01-03 06:00:00'),
    '0001-12-29T06:00:00.000',
  ],
  [
    dialect.truncateToSteps(
      at('2024-01-05 00:14:59.9'),
      [{ amount: 5, unit: 'month' }],
      '2024-01-10 03:00:00',
    ),
    '2023-08-10T03:00:00.000',
  ],
  [
    dialect.truncateToSteps(
      at('2020-01-05 00:14:59.9'),
      [
        { amount: 1, unit: 'year' },
        { amount: 1, unit: 'quarter' },
      ],
      '2024-01-01 00:00:00',
    ),
    '2019-01-01T00:00:00.000',
  ],
  [
    dialect.shift(at('2024-01-31 10:00:00'), '+', [
      { amount: 1, unit: 'year' },
      { amount: 1, unit: 'month' },
      { amount: 1, unit: 'day' },
    ]),
    '2025-03-01T10:00:00.000',
  ],
  [
    dialect.shift(at('2024-03-31 10:00:00'), '-', [
      { amount: 1, unit: 'quarter' },
      { amount: 1, unit: 'millisecond' },
    ]),
    '2023-12-31T09:59:59.999',
  ],
  [
    dialect.shift(at('2024-03-31 10:00:00'), '+', [{ amount: 2, unit: 'week' }, ...minutes(90)]),
    '2024-04-14T11:30:00.000',
  ],
  [dialect.toZone(at('2024-07-01 12:00:00'), BERLIN), '2024-07-01T14:00:00.000'],
  [dialect.toZone(at('2024-01-01 12:00:00'), NEWFOUNDLAND), '2024-01-01T08:30:00.000'],
  [dialect.fromZone(at('2024-07-01 12:00:00.5'), BERLIN), '2024-07-01T10:00:00.500'],
  [dialect.isOnClock(at('2024-03-31 02:30:00'), BERLIN), '0'],
  [dialect.isOnClock(at('2024-03-31 03:00:00'), BERLIN), '1'],
  [dialect.isOnClock(at('2024-10-27 02:30:00'), BERLIN), '1'],
  [dialect.cast(bind('2024-01-01T10:00:00.123'), 'time'), '2024-01-01T10:00:00.123'],
  [dialect.cast(bind(null), 'time'), null],
  [dialect.cast(bind('-1.25'), 'number'), `-1.25${'0'.repeat(28)}`],
  [dialect.cast(sql('1.50'), 'text'), '1.50'],
  [dialect.parameter(bind('a'), 'compared'), 'a'],
  [dialect.cast(bind(true), 'boolean'), '1'],
  [dialect.cast(bind(false), 'boolean'), '0'],
  [dialect.cast(bind(null), 'boolean'), null],
  [dialect.compareNumber(sql('9007199254740993'), '=', decimal('9007199254740993')), '1'],
  [dialect.compareNumber(sql('9007199254740993'), '=', decimal('9007199254740992')), '0'],
  [dialect.compareNumber(sql('9007199254740992'), '<', decimal('90071992547409925', 1)), '1'],
  [dialect.compareNumber(sql('0.1'), '=', decimal('1', 1)), '1'],
  [dialect.compareNumber(sql('0.1e0'), '=', decimal('1', 1)), '1'],
  [dialect.compareNumber(sql('1e300'), '>', decimal(`1${'0'.repeat(299)}`)), '1'],
  [dialect.compareNumber(sql('1e-40'), '>=', decimal('1', 40)), '1'],
  [dialect.isAnyNumber(sql('-1.5'), [decimal('5'), decimal('15', 1, true)]), '1'],
  [dialect.isAnyNumber(sql('5'), [decimal('6')]), '0'],
  [dialect.isAnyNumber(sql('5000000000000000.01'), [decimal('5000000000000000'), tooLong]), '0'],
  [dialect.isAnyNumber(sql('5000000000000000.01'), [decimal('500000000000000001', 2), tooLong]), '1'],
  [dialect.isAnyNumber(sql('9007199254740993'), [decimal('9007199254740992'), decimal('1', 40)]), '0'],
  [dialect.isAnyNumber(sql('9007199254740993'), [decimal('90071992547409925', 1), decimal('5')]), '0'],
  [dialect.matches(sql("'Straße 100%'"), bind(String.raw`%SSE 100\%`)), '0'],
  [dialect.matches(sql("'Straße 100%'"), bind(String.raw`%ße 100\%`)), '1'],
  [dialect.matches(sql("'ab'"), bind(String.raw`a\_`)), '0'],
  [dialect.matches(sql("'ÄB'"), bind('%äb')), '1'],
  [dialect.matches(sql("'é'"), bind('e')), '0'],
  [dialect.matches(sql(String.raw`'a\b'`), bind(String.raw`%\\%`)), '1'],
  [dialect.isSame(sql('NULL'), sql('NULL')), '1'],
  [dialect.isSame(sql('1'), sql('NULL')), '0'],
  [
    dialect.concat([
      { sql: sql("'a'"), isText: true },
      { sql: sql('1'), isText: false },
    ]),
    'a1',
  ],
  [
    dialect.concat([
      { sql: sql("'a'"), isText: true },
      { sql: sql('NULL'), isText: false },
    ]),
    null,
  ],
];

/** What the dialect writes, read by the servers themselves. */
export function testDialect(world: () => MySqlWorld): void {
  test('each expression of the dialect has its value', async () => {
    for (const [expression, value] of EXPRESSIONS) {
      const { text, params } = print(expression);
      const [[read] = []] = await readAll(world().source, `SELECT ${text}`, params);
      assert.equal(read === null ? null : String(read), value, text);
    }
  });

  test('texts and names are read back as they are', async () => {
    const hostile = [
      "it's",
      '\\',
      "\\'",
      '"',
      '`',
      '``',
      '\0',
      'a\nb',
      '-- ',
      '#',
      '/*',
      '',
      '😀',
      'a b ',
      'SELECT',
      'ü'.repeat(90),
    ];
    for (const text of hostile) {
      const literals = `SELECT ${dialect.quoteText(text)}, HEX(${dialect.quoteText(text)})`;
      assert.deepEqual(await readAll(world().source, literals), [
        [text, Buffer.from(text).toString('hex').toUpperCase()],
      ]);
      if (text.includes('\0')) continue;
      const name = dialect.quoteIdentifier(text);
      const derived = `SELECT ${name}.${name} FROM (SELECT n AS ${name} FROM kept) AS ${name}`;
      assert.deepEqual(await readAll(world().source, derived), [[1]], derived);
    }
    assert.notEqual(dialect.quoteIdentifier('a😀'), dialect.quoteIdentifier('a😁'));
  });

  test('groups are found by what was cut, aggregates and rows as one value', async () => {
    const { source } = world();
    const first = "SELECT TIMESTAMP '2024-01-01 10:00:00' AS t, 1 AS n";
    const times = `(${first} UNION ALL SELECT TIMESTAMP '2024-01-02 00:00:00', NULL) AS a`;
    for (const unit of ['week', 'quarter', 'month']) {
      const { text } = print(dialect.truncate(sql('t'), unit));
      const rows = await readAll(source, `SELECT ${text}, COUNT(*) FROM ${times} GROUP BY ${text}`);
      assert.deepEqual(rows, [['2024-01-01T00:00:00.000', '2']]);
    }
    const n = sql('n');
    const parts = [
      dialect.anyValue(n),
      dialect.aggregate('count_distinct_approx', n),
      dialect.aggregate('count_distinct', dialect.row([n, sql('1')])),
      dialect.aggregate('count', undefined),
    ].map((part) => print(part).text);
    const [row = []] = await readAll(source, `SELECT ${parts.join(', ')} FROM ${times}`);
    assert.deepEqual(row.map(String), ['1', '1', '2', '2']);
    const union = `SELECT n FROM kept UNION ALL SELECT ${print(dialect.nullLike('n', 'kept')).text}`;
    assert.deepEqual(await readAll(source, union), [[1], [null]]);
  });

  test('rows of texts stand in FROM, and an offset needs no limit', async () => {
    const { text, params } = print(dialect.valuesTable([bind('b'), bind('a')], '`v`', '`c`'));
    const read = (limit?: number, offset?: number) =>
      readAll(
        world().source,
        `SELECT \`v\`.\`c\` FROM ${text} ORDER BY 1${dialect.limit(limit, offset)}`,
        params,
      );
    assert.deepEqual(await read(), [['a'], ['b']]);
    assert.deepEqual(await read(undefined, 1), [['b']]);
    assert.deepEqual(await read(1), [['a']]);
    assert.deepEqual(await read(1, 1), [['b']]);
  });

  test('functions of single values are those of every engine', async () => {
    const { functions } = dialect;
    const [text, friday] = [sql("'Ärger'"), sql("TIMESTAMP '2024-05-31 13:00:00'")];
    const written = [
      functions.length([text]),
      functions.starts_with([text, sql("'Är'")]),
      functions.starts_with([text, sql("'är'")]),
      functions.position([sql("'ger'"), text]),
      functions.weekday([friday]),
      functions.quarter([friday]),
      functions.to_text([sql('1.50')]),
      functions.upper([text]),
      functions.ceil([sql('-1.5')]),
    ].map((part) => print(part).text);
    const [row = []] = await readAll(world().source, `SELECT ${written.join(', ')}`);
    assert.deepEqual(row.map(String), ['5', '1', '0', '3', '5', '2', '1.50', 'ÄRGER', '-1']);
  });

  test('a series has both of its ends, no moment of none, and more than a thousand', async () => {
    const count = async (from: string, to: string, unit: 'hour' | 'month') => {
      const series = {
        from: at(from),
        to: at(to),
        steps: [{ amount: 1, unit }],
        name: '`s`',
        column: '`m`',
      };
      const { text } = print(dialect.series(series));
      const [row = []] = await readAll(
        world().source,
        `WITH RECURSIVE \`s\` AS (${text}) SELECT COUNT(*), MIN(\`m\`), MAX(\`s\`.\`m\`) FROM \`s\``,
      );
      return [Number(row[0]), row[1], row[2]];
    };
    assert.deepEqual(await count('2024-01-01 00:00:00', '2024-03-01 00:00:00', 'month'), [
      3,
      '2024-01-01T00:00:00.000',
      '2024-03-01T00:00:00.000',
    ]);
    assert.deepEqual(await count('2024-01-02 00:00:00', '2024-01-01 00:00:00', 'month'), [0, null, null]);
    assert.equal((await count('2024-01-01 00:00:00', '2026-12-31 00:00:00', 'hour'))[0], 26_281);
  });
}
