import { relationshipWords } from '../language/common-words.ts';
import type { CubeDefinition, JoinDefinition } from '../definitions/definitions.ts';
import type { Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';
import type { Hierarchy, Relationship } from '../definitions/model.ts';
import { parseSqlTemplate } from '../sql-template/parse-sql-template.ts';
import { readDescribed, statedKeys } from './read-described.ts';
import { readDimension } from './read-dimension.ts';
import { readMeasure } from './read-measure.ts';
import { readPolicies } from './read-policies.ts';
import { readPreAggregation } from './read-pre-aggregation.ts';
import { readRefreshKey } from './read-refresh-key.ts';
import { readSegment } from './read-segment.ts';
import { readSqlAlias } from './read-sql-alias.ts';
import type { SqlTemplate } from '../sql-template/sql-template.ts';
import { readableTitle } from '../language/titles.ts';

/** Reads a cube from its YAML; what is wrong becomes problems, and the rest is read all the same. */
export function readCube(fields: Fields, problems: Problems): CubeDefinition {
  const described = readDescribed(fields, 'A cube');
  const [table, select] = [fields.template('sql_table', 'table'), fields.template('sql', 'table')];
  const parent = fields.text('extends');
  checkSource(fields, described.name, problems);
  const refreshKey = readRefreshKey(fields, problems);
  const isCalendar = fields.boolean('calendar');
  const cube: CubeDefinition = {
    ...described,
    kind: 'cube',
    stated: statedKeys(fields),
    source: table ? { kind: 'table', sql: table } : select && sourceOf(select),
    dataSource: fields.text('data_source'),
    parent: parent === undefined ? undefined : { name: parent, location: fields.locationOf('extends') },
    members: [
      ...fields.objects('dimensions').map((entry) => readDimension(entry, problems)),
      ...fields.objects('measures').map((entry) => readMeasure(entry, problems)),
      ...fields.objects('segments').map((entry) => readSegment(entry, problems)),
    ],
    joins: fields.objects('joins', 'name').map((entry) => readJoin(entry, problems)),
    hierarchies: fields.objects('hierarchies').map((entry) => readHierarchy(entry, problems)),
    policies: readPolicies(fields, problems),
    preAggregations: fields.objects('pre_aggregations').map((entry) => readPreAggregation(entry, problems)),
    ...readSqlAlias(fields, problems),
    ...(refreshKey && { refreshKey: refreshKey.written, freshness: refreshKey.freshness }),
    ...(isCalendar !== undefined && { isCalendar }),
  };
  // Whether conditions of the cube's own SELECT are pushed into the query, which changes no row.
  fields.boolean('rewrite_queries');
  fields.end(`The cube ${described.name}`);
  return cube;
}

const WHOLE_TABLE = /^\s*select\s+\*\s+from\s+((?:"[^"]+"|[a-z_]\w*)(?:\.(?:"[^"]+"|[a-z_]\w*))*)\s*$/i;

/** A SELECT of everything is the table itself. */
function sourceOf(select: SqlTemplate): NonNullable<CubeDefinition['source']> {
  const [first, ...more] = select.parts;
  const table = first?.kind === 'text' && more.length === 0 ? WHOLE_TABLE.exec(first.text)?.[1] : undefined;
  return table === undefined
    ? { kind: 'select', sql: select }
    : { kind: 'table', sql: { ...select, parts: [{ kind: 'text', text: table }] } };
}

function checkSource(fields: Fields, name: string, problems: Problems): void {
  if (fields.has('sql_table') && fields.has('sql'))
    problems.add(fields.location, `The cube ${name} has both sql_table and sql`, 'Keep one of them.');
  if (!fields.has('sql_table') && !fields.has('sql') && !fields.has('extends'))
    problems.add(fields.location, `The cube ${name} needs sql_table or sql`);
}

const RELATIONSHIPS: Record<string, Relationship> = {
  one_to_one: 'one_to_one',
  has_one: 'one_to_one',
  one_to_many: 'one_to_many',
  has_many: 'one_to_many',
  many_to_one: 'many_to_one',
  belongs_to: 'many_to_one',
};

function readJoin(fields: Fields, problems: Problems): JoinDefinition {
  const target = fields.name('A join');
  const relationship = fields.choice('relationship', Object.keys(RELATIONSHIPS), relationshipWords);
  if (!fields.has('relationship'))
    problems.add(
      fields.location,
      `The join to ${target} has no relationship`,
      'It is one_to_one, one_to_many or many_to_one.',
    );
  const sql = fields.template('sql');
  if (!sql) problems.add(fields.location, `The join to ${target} needs sql`);
  fields.end(`The join to ${target}`);
  return {
    location: fields.location,
    target,
    relationship: RELATIONSHIPS[relationship ?? ''] ?? 'many_to_one',
    sql: sql ?? parseSqlTemplate('true', fields.location, problems, 'table'),
  };
}

function readHierarchy(fields: Fields, problems: Problems): Hierarchy {
  const name = fields.name('A hierarchy');
  const hierarchy = {
    name,
    title: fields.text('title') ?? readableTitle(name),
    isPublic: fields.boolean('public') ?? true,
    location: fields.location,
    levels: fields.texts('levels') ?? [],
  };
  if (hierarchy.levels.length === 0)
    problems.add(
      fields.location,
      `The hierarchy ${name} has no levels`,
      'They are dimensions, coarse to fine.',
    );
  fields.end(`The hierarchy ${name}`);
  return hierarchy;
}
