import type { SourceConfig } from '../connection/source-config.ts';
import type { ColumnType } from './source-schema.ts';

type Names = Partial<Record<ColumnType, string>>;

/** Names of types that mean the same in every engine that has them. */
const STANDARD: Names = {
  string: 'char varchar text string uuid enum',
  number: 'tinyint smallint int integer bigint decimal numeric real float double',
  time: 'date timestamp,timestamp with time zone,timestamp without time zone',
  boolean: 'boolean',
};

/** Names that one engine has besides; those with blanks stand between commas. */
const OWN: Readonly<Record<SourceConfig['type'], Names>> = {
  duckdb: {
    number: 'hugeint utinyint usmallint uinteger ubigint uhugeint bignum',
    time: 'timestamp_s timestamp_ms timestamp_ns',
  },
  postgres: {
    string: 'name citext inet cidr macaddr macaddr8 "char",character,character varying',
    number: 'oid,double precision',
  },
  redshift: { string: 'name "char",character,character varying', number: 'oid,double precision' },
  mysql: {
    string: 'tinytext mediumtext longtext set inet4 inet6',
    number: 'mediumint year bit',
    time: 'datetime',
  },
  trino: { string: 'ipaddress', number: 'number' },
  clickhouse: {
    string: 'fixedstring enum8 enum16 ipv4 ipv6',
    number:
      'int8 int16 int32 int64 int128 int256 uint8 uint16 uint32 uint64 uint128 uint256 float32 float64 bfloat16',
    time: 'date32 datetime datetime64',
    boolean: 'bool',
  },
  snowflake: { number: 'number decfloat', time: 'datetime timestamp_ntz timestamp_ltz timestamp_tz' },
  bigquery: { number: 'int64 float64 bignumeric', time: 'datetime', boolean: 'bool' },
  databricks: { time: 'timestamp_ntz timestamp_ltz' },
};

const namesOf = (names = '') =>
  names.split(',').flatMap((part, index) => (index === 0 ? part.split(' ') : [part]));

const known = new Map(
  Object.entries(OWN).map(([engine, own]) => [
    engine,
    new Map(
      [STANDARD, own].flatMap((types) =>
        Object.entries(types).flatMap(([type, names]) =>
          namesOf(names).map((name): [string, ColumnType] => [name, type as ColumnType]),
        ),
      ),
    ),
  ]),
);

/**
 * What values of an engine's type are to a model; `other` for a type that no table has. MySQL has `tinyint(1)` and
 * `bit(1)` for booleans.
 */
export function columnTypeOf(engine: SourceConfig['type'], nativeType: string): ColumnType {
  const text = nativeType.toLowerCase();
  if (engine === 'mysql' && /^(?:tinyint|bit)\(1\)$/.test(text)) return 'boolean';
  return known.get(engine)?.get(plainNameOf(engine, text)) ?? 'other';
}

/** `timestamp(3) with time zone` and `int(10) unsigned`, without what changes nothing of their meaning. */
function plainNameOf(engine: SourceConfig['type'], text: string): string {
  const inner = engine === 'clickhouse' ? WRAPPER.exec(text)?.[1] : undefined;
  if (inner !== undefined) return plainNameOf(engine, inner);
  return text
    .replace(/\([\s\S]*\)/, '')
    .replace(/ (?:unsigned|zerofill)/g, '')
    .trim();
}

const WRAPPER = /^(?:nullable|lowcardinality|simpleaggregatefunction)\((?:\w+, )?(.*)\)$/;
