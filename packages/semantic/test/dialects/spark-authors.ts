/** SQL of the models' authors that Databricks knows otherwise, as an author for Databricks writes it. */
const OF_AUTHORS: readonly (readonly [from: string, to: string])[] = [
  // A quotient of decimals is rounded to the digits that have room.
  ['1.0 * ', '1e0 * '],
  ['then 1.0 else', 'then 1e0 else'],
  ["interval '28 days'", "interval '28' day"],
  ["interval '1 day'", "interval '1' day"],
  ["interval '1 year'", "interval '1' year"],
  ['as varchar)', 'as string)'],
];

/** A file of a model with the SQL of an author for Databricks. */
export function asSparkAuthorsWrite(content: string): string {
  return OF_AUTHORS.reduce((text, [from, to]) => text.replaceAll(from, to), content);
}

const TYPES: readonly (readonly [text: string, ofSpark: string])[] = [
  ['double precision', 'double'],
  ['numeric', 'decimal'],
  ['varchar', 'string'],
  ['timestamp', 'timestamp_ntz'],
];

const replaceOne = (text: string, [from, to]: readonly [string, string]) => text.replaceAll(from, to);

/** A statement for each table of the cases, which makes and fills it. */
export function tablesOfSpark(statements: string): string {
  const tables = statements.matchAll(/create table (\w+) \(([^;]*)\);\s*insert into \1( values)?\s([^;]*);/g);
  return [...tables]
    .map(([, name = '', definitions = '', isValues, rows = '']) => {
      const columns = definitions.split(/,(?![^(]*\))/).map((definition) => definition.trim());
      const names = columns.map((column) => column.split(' ')[0] ?? '');
      const casts = columns.map((column, index) => {
        const own = names[index] ?? '';
        return `CAST(${own} AS ${TYPES.reduce(replaceOne, column.slice(own.length))}) AS ${own}`;
      });
      const from = isValues ? `VALUES ${literalsOf(rows)}` : generatedOf(rows);
      return `CACHE TABLE ${name} AS SELECT ${casts.join(', ')} FROM (${from}) AS t(${names.join(', ')})`;
    })
    .join(';\n');
}

/** A backslash begins an escape. */
const literalsOf = (rows: string) => rows.replaceAll('\\', '\\\\').replace(/(?<=\w)''(?=\w)/g, "\\'");

/** The query of a table's rows, with the intervals and series that Spark has. */
function generatedOf(query: string): string {
  return query
    .replaceAll(/interval '(\d+) (month|day)s?'/g, "interval '$1' $2")
    .replaceAll('as varchar', 'as string')
    .replace(/from generate_series\(([^)]*)\) as days\(day\)/, 'from (select explode(sequence($1)) as day)');
}
