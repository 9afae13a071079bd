import type { Fields } from '../yaml/fields.ts';
import type { SourceLocation, Problems } from '../files/model-file.ts';
import type { DimensionValue, Label } from '../definitions/model.ts';
import { parseSqlTemplate } from '../sql-template/parse-sql-template.ts';
import { readStageOfDimension } from './read-stage.ts';
import { readSwitch } from './read-switch.ts';
import type { SqlTemplate } from '../sql-template/sql-template.ts';

const WAYS = ['sql', 'case', 'latitude', 'values'];

/** How a dimension gives its value; exactly one way. */
export function readDimensionValue(
  fields: Fields,
  described: { name: string; location: SourceLocation },
  problems: Problems,
): DimensionValue {
  const value = readWay(fields, described, problems);
  if (!fields.boolean('multi_stage')) return value;
  const stage = readStageOfDimension(fields, problems);
  if (fields.boolean('primary_key'))
    problems.add(
      fields.locationOf('primary_key'),
      `The dimension ${described.name} is computed from measures and cannot be a primary key`,
    );
  if (value.kind === 'sql' || value.kind === 'case' || value.kind === 'switch')
    return { kind: 'stage', result: value, ...stage };
  problems.add(
    fields.locationOf('multi_stage'),
    `The dimension ${described.name} is computed from measures, and needs sql or case for that`,
    value.kind === 'sub-query' ? 'Keep one of sub_query and multi_stage.' : undefined,
  );
  return value;
}

function readWay(
  fields: Fields,
  { name, location }: { name: string; location: SourceLocation },
  problems: Problems,
): DimensionValue {
  const ways = WAYS.filter((key) => fields.has(key));
  if (ways.length !== 1) {
    const found = ways.length === 0 ? 'none' : ways.join(' and ');
    problems.add(
      location,
      `The dimension ${name} needs exactly one of sql, case, values, or latitude with longitude; it has ${found}`,
    );
  }
  const [isSubQuery, propagatesFilters] = [
    fields.boolean('sub_query') ?? false,
    fields.boolean('propagate_filters_to_sub_query') ?? false,
  ];
  const sql = fields.template('sql');
  if (isSubQuery && !sql)
    problems.add(
      location,
      `The sub-query dimension ${name} needs sql`,
      'It is a measure, or made of measures.',
    );
  if (sql) return isSubQuery ? { kind: 'sub-query', sql, propagatesFilters } : { kind: 'sql', sql };
  if (fields.has('values'))
    return { kind: 'values', values: (fields.texts('values') ?? []).map(({ text }) => text) };
  if (fields.has('case')) return readCase(fields, problems);
  return readGeo(fields, location, problems) ?? { kind: 'sql', sql: nothing(location, problems) };
}

function readGeo(fields: Fields, location: SourceLocation, problems: Problems): DimensionValue | undefined {
  const [latitude, longitude] = [coordinate(fields, 'latitude'), coordinate(fields, 'longitude')];
  if (latitude && longitude) return { kind: 'geo', latitude, longitude };
  if (latitude || longitude)
    problems.add(location, 'A place needs both latitude and longitude', 'Each is an object with sql.');
  return undefined;
}

function coordinate(fields: Fields, key: string): SqlTemplate | undefined {
  const part = fields.object(key, 'sql');
  const sql = part?.template('sql');
  part?.end(key);
  return sql;
}

function readCase(fields: Fields, problems: Problems): DimensionValue {
  const choice = fields.object('case');
  if (!choice) return { kind: 'sql', sql: nothing(fields.location, problems) };
  if (choice.has('switch')) return { kind: 'switch', ...readSwitch(choice, problems) };
  const when = choice.objects('when').map((branch) => readBranch(branch, problems));
  if (when.length === 0) problems.add(choice.location, 'A case needs at least one branch in when');
  const otherwise = choice.object('else', 'label');
  const label = otherwise && readLabel(otherwise, problems);
  otherwise?.end('else');
  choice.end('case');
  return { kind: 'case', when, ...(label && { otherwise: label }) };
}

function readBranch(branch: Fields, problems: Problems): { sql: SqlTemplate; label: Label } {
  const sql = branch.template('sql');
  if (!sql)
    problems.add(branch.location, 'A branch of a case needs sql', 'It is the condition of the branch.');
  const label = readLabel(branch, problems);
  branch.end('A branch of a case');
  return { sql: sql ?? nothing(branch.location, problems), label };
}

function readLabel(branch: Fields, problems: Problems): Label {
  const node = branch.node('label');
  if (node?.kind === 'scalar' && node.value !== null) return { kind: 'text', text: String(node.value) };
  const sql = branch.object('label')?.template('sql');
  if (!sql)
    problems.add(
      branch.location,
      'A case branch needs a label',
      'Write label: some text, or label: with sql below it.',
    );
  return sql ? { kind: 'sql', sql } : { kind: 'text', text: '' };
}

/** SQL in place of what an author has left out, so that reading goes on. */
function nothing(location: SourceLocation, problems: Problems): SqlTemplate {
  return parseSqlTemplate('NULL', location, problems, 'table');
}
