/** SQL of the models' authors that BigQuery knows otherwise, as an author for BigQuery writes it. */
const OF_BIGQUERY: readonly (readonly [from: string, to: string])[] = [
  ["date_trunc('day', {CUBE}.created_at)", 'DATETIME_TRUNC({CUBE}.created_at, DAY)'],
  ["interval '28 days'", 'interval 28 day'],
  ["interval '1 day'", 'interval 1 day'],
  ["interval '1 year'", 'interval 1 year'],
];

/** A file of a model with the SQL of an author for BigQuery. */
export const asBigQueryAuthorsWrite = (content: string): string =>
  OF_BIGQUERY.reduce((text, [from, to]) => text.replaceAll(from, to), content);
