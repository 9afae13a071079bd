/** What the authors of models for ClickHouse write in place of what stands in the cases. */
const OF_AUTHORS: readonly (readonly [from: string, to: string])[] = [
  ["interval '28 days'", 'interval 28 day'],
  ["interval '1 day'", 'interval 1 day'],
  ["interval '1 year'", 'interval 1 year'],
  // A quotient of decimals has no more digits than its dividend.
  ['{value} / {total_value}', 'toFloat64({value}) / {total_value}'],
];

/** A file of a model with the SQL of an author for ClickHouse. */
export function asClickHouseAuthorsWrite(content: string): string {
  return OF_AUTHORS.reduce((text, [from, to]) => text.replaceAll(from, to), content);
}

/** The types of the columns of the cases, each of which may be null. */
const TYPES: readonly (readonly [from: RegExp, to: string])[] = [
  [/\bvarchar\b/g, 'Nullable(String)'],
  [/\binteger\b/g, 'Nullable(Int32)'],
  [/\bboolean\b/g, 'Nullable(Bool)'],
  [/\bdouble precision\b/g, 'Nullable(Float64)'],
  [/\bnumeric\(10, 2\)/g, 'Nullable(Decimal(10, 2))'],
  [/\btimestamp\b/g, "Nullable(DateTime64(3, 'UTC'))"],
];

/** The statements that make and fill the tables of the cases. */
export function tablesOfClickHouse(data: string): string[] {
  const statements = data.slice(0, data.indexOf('-- A fiscal calendar')).split(';\n');
  const typed = statements.map((statement) => {
    const text = statement.replace(/^--.*$/gm, '').trim();
    // A backslash begins an escape.
    if (!text.startsWith('create table')) return text.replaceAll('\\', '\\\\');
    const columns = TYPES.reduce((table, [from, to]) => table.replace(from, to), text);
    return `${columns} engine = MergeTree order by tuple()`;
  });
  return [...typed.filter((text) => text !== ''), ...FISCAL_DAYS];
}

const FISCAL_DAYS = [
  `create table fiscal_days (
     day Nullable(DateTime64(3, 'UTC')), fiscal_month Nullable(DateTime64(3, 'UTC')),
     fiscal_year Nullable(DateTime64(3, 'UTC'))) engine = MergeTree order by tuple()`,
  `insert into fiscal_days
     select day, month_start,
       if(toMonth(month_start) = 12, month_start,
         toDateTime(makeDate(toYear(month_start) - 1, 12, 26), 'UTC')) as year_start
     from (
       select toDateTime('2022-12-26 00:00:00', 'UTC') + toIntervalDay(number) as day,
         toDateTime(toStartOfMonth(if(toDayOfMonth(day) >= 26, day, day - toIntervalMonth(1))), 'UTC')
           + toIntervalDay(25) as month_start
       from numbers(737))`,
];
