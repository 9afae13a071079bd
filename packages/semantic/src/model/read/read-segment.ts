import type { Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';
import type { Segment } from '../definitions/model.ts';
import { parseSqlTemplate } from '../sql-template/parse-sql-template.ts';
import { readDescribed } from './read-described.ts';

/** Reads a segment; what is wrong becomes problems. */
export function readSegment(fields: Fields, problems: Problems): Segment {
  const described = readDescribed(fields, 'A segment');
  const sql = fields.template('sql');
  if (!sql) problems.add(described.location, `The segment ${described.name} needs sql`);
  fields.texts('aliases');
  fields.end(`The segment ${described.name}`);
  return {
    ...described,
    kind: 'segment',
    sql: sql ?? parseSqlTemplate('true', described.location, problems, 'table'),
  };
}
