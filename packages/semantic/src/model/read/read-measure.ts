import { measureWords } from '../language/common-words.ts';
import type { Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';
import { isAggregate, type Measure, type MeasureType } from '../definitions/model.ts';
import { readDescribed } from './read-described.ts';
import { readCurrency, readFormat } from './read-format.ts';
import { formattedAs } from '../language/formats.ts';
import { readMask } from './read-mask.ts';
import { readRollingWindow } from './read-rolling-window.ts';
import { readStage } from './read-stage.ts';
import { readSwitch } from './read-switch.ts';
import type { SqlTemplate } from '../sql-template/sql-template.ts';

const TYPES = [
  'count',
  'count_distinct',
  'count_distinct_approx',
  'sum',
  'avg',
  'min',
  'max',
  'number',
  'string',
  'boolean',
  'time',
  'number_agg',
  'rank',
] as const satisfies readonly MeasureType[];
const NEEDS_STAGE: readonly MeasureType[] = ['number_agg', 'rank'];

/** Reads a measure; what is wrong becomes problems. */
export function readMeasure(fields: Fields, problems: Problems): Measure {
  const described = readDescribed(fields, 'A measure');
  const what = `The measure ${described.name}`;
  const type = readType(fields, what, problems);
  const as = formattedAs(type, 'measure');
  const sql = fields.template('sql');
  const rollingWindow = readRollingWindow(fields, problems);
  const stage = readStage(fields, what, problems);
  const choice = readChoice(fields, problems);
  const drillFilters = readConditions(fields, 'drill_filters', problems);
  const measure: Measure = {
    ...described,
    kind: 'measure',
    type,
    ...(sql && { sql }),
    filters: readConditions(fields, 'filters', problems),
    ...readFormat(fields, as, what, problems),
    ...readCurrency(fields, as, what, problems),
    drillMembers: fields.texts('drill_members') ?? [],
    ...(drillFilters.length > 0 && { drillFilters }),
    ...(rollingWindow && { rollingWindow }),
    ...(stage && { stage }),
    ...(choice && { choice }),
    ...readMask(fields, problems),
  };
  checkParts(fields, measure, what, problems);
  // Other names, a hint to tools that write queries; they change nothing.
  fields.texts('aliases');
  fields.end(what);
  return measure;
}

function readType(fields: Fields, what: string, problems: Problems): MeasureType {
  if (fields.text('type') === 'running_total' || fields.text('type') === 'runningTotal') {
    problems.add(
      fields.locationOf('type'),
      `${what} has the type running_total, which the language has given up`,
      'Use type: sum with rolling_window: { trailing: unbounded }.',
    );
    return 'sum';
  }
  if (!fields.has('type'))
    problems.add(fields.location, `${what} has no type`, `Types are ${TYPES.join(', ')}.`);
  return fields.choice('type', TYPES, measureWords) ?? 'count';
}

function readChoice(fields: Fields, problems: Problems): Measure['choice'] {
  const node = fields.object('case');
  if (!node) return undefined;
  if (node.has('switch')) return readSwitch(node, problems);
  problems.add(
    node.location,
    'The case of a measure goes by the value of a dimension',
    'Write switch: "{CUBE.dimension}", and value and sql in each branch of when.',
  );
  return undefined;
}

/** Conditions on rows: a list of objects with `sql`. */
function readConditions(fields: Fields, key: string, problems: Problems): SqlTemplate[] {
  return fields.objects(key, 'sql').flatMap((filter) => {
    const sql = filter.template('sql');
    if (!sql) problems.add(filter.location, `An entry of ${key} needs sql`);
    filter.end(`An entry of ${key}`);
    return sql ? [sql] : [];
  });
}

/** Reports parts that do not go together. */
function checkParts(fields: Fields, measure: Measure, what: string, problems: Problems): void {
  const { type, sql, stage, choice, rollingWindow } = measure;
  if (type === 'rank') {
    if (sql) problems.add(fields.locationOf('sql'), `${what} is a rank and has sql`, 'Order it by order_by.');
    if (stage?.orderBy.length === 0) problems.add(fields.location, `${what} is a rank and needs order_by`);
  } else if (!sql && !choice && type !== 'count' && fields.has('type'))
    problems.add(fields.location, `${what} of type ${type} needs sql`);
  if (sql && choice)
    problems.add(fields.locationOf('case'), `${what} has both sql and case`, 'Keep one of them.');
  if (!stage && (NEEDS_STAGE.includes(type) || choice))
    problems.add(
      fields.location,
      `${what} of type ${type}${choice ? ' with a case' : ''} is computed over an inner stage`,
      'Say so by multi_stage: true.',
    );
  if (rollingWindow && !isAggregate(type))
    problems.add(
      fields.locationOf('rolling_window'),
      `${what} of type ${type} cannot have a rolling window`,
      'Give it to the measures that it is made of.',
    );
}
