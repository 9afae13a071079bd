/** What the authors of models for MySQL write in place of what stands in the cases. */
const OF_AUTHORS: readonly (readonly [from: string, to: string])[] = [
  ["{name} || ' of ' || {city}", "concat({name}, ' of ', {city})"],
  ["{CUBE.name} || ' (' || {countries.name} || ')'", "concat({CUBE.name}, ' (', {countries.name}, ')')"],
  ["'vip ' || {CUBE}.name", "concat('vip ', {CUBE}.name)"],
  ["cast({count} as varchar) || ' customers'", "concat({count}, ' customers')"],
  ["'O-' || {CUBE}.id", "concat('O-', {CUBE}.id)"],
  ["date_trunc('day', {CUBE}.created_at)", 'date({CUBE}.created_at)'],
  ["interval '28 days'", 'interval 28 day'],
  ["interval '1 day'", 'interval 1 day'],
  ["interval '1 year'", 'interval 1 year'],
  ['extract(hour from {created_at}) as integer', 'extract(hour from {created_at}) as signed'],
  ['cast({x} as timestamp)', 'cast({x} as datetime(6))'],
  ['cast({y} as timestamp)', 'cast({y} as datetime(6))'],
];

/** A file of a model with the SQL of an author for MySQL. */
export function asMySqlAuthorsWrite(content: string): string {
  return OF_AUTHORS.reduce((text, [from, to]) => text.replaceAll(from, to), content);
}

/** The tables of the cases: texts that are compared by their characters, times to the microsecond. */
export function tablesOfMySql(data: string): string {
  const tables = data.slice(0, data.indexOf('-- A fiscal calendar'));
  const typed = tables
    .replace(/\bvarchar\b/g, 'varchar(200) collate utf8mb4_bin')
    .replace(/\btimestamp\b/g, 'datetime(6) null')
    .replace(/\bdouble precision\b/g, 'double');
  return `SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'; ${typed} ${FISCAL_DAYS}`;
}

const FISCAL_DAYS = `
create table fiscal_days (day datetime(6) null, fiscal_month datetime(6) null, fiscal_year datetime(6) null);
insert into fiscal_days
  with recursive days as (
    select cast('2022-12-26' as datetime) as day union all
    select day + interval 1 day from days where day < '2024-12-31')
  select day, month_start, case when month(month_start) = 12 then month_start
    else cast(concat(year(month_start) - 1, '-12-26') as datetime) end
  from (
    select day,
      cast(date_format(case when day(day) >= 26 then day else day - interval 1 month end, '%Y-%m-26') as datetime)
        as month_start from days) as months;
`;
