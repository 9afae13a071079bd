import type { TableCalculation } from '../model/definitions/model.ts';
import { bucketSeconds } from '../plan/bucket-length.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import type { SqlColumn } from './render/sql-column.ts';
import { as } from './write-parts.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** The rows of a query, with what is calculated over them in place of the measures that it is calculated from. */
export function writeCalculations(
  settings: WriteSettings,
  columns: readonly SqlColumn[],
  body: Fragment,
): Fragment {
  if (!columns.some(({ column }) => column.ref.calculated?.calculation)) return body;
  const quote = (name: string) => settings.dialect.quoteIdentifier(name);
  const select = columns.map(({ column, alias }): Fragment => {
    const calculation = column.ref.calculated?.calculation;
    return calculation
      ? as(settings, calculate(settings, columns, calculation, [quote(alias)]), alias)
      : [quote(alias)];
  });
  return sql`SELECT ${join(select, ', ')} FROM (${body}) AS ${quote('rows')}`;
}

function calculate(
  { dialect }: WriteSettings,
  columns: readonly SqlColumn[],
  { name, aggregate, along }: TableCalculation,
  value: Fragment,
): Fragment {
  if (name === 'PERCENT_OF_TOTAL')
    return sql`${dialect.castToNumber(value)} / NULLIF(sum(${value}) OVER (), 0)`;
  const window = windowOf(columns, along, (alias) => dialect.quoteIdentifier(alias));
  if (name === 'RUNNING_TOTAL') return sql`${aggregate}(${value}) OVER (${window} ROWS UNBOUNDED PRECEDING)`;
  const share = sql`${dialect.castToNumber(value)} / NULLIF(lag(${value}) OVER (${window}), 0)`;
  return name === 'PERCENT_CHANGE' ? sql`${share} - 1` : share;
}

/** Along one dimension, for each combination of the others. */
function windowOf(
  columns: readonly SqlColumn[],
  along: string | undefined,
  quote: (alias: string) => string,
): Fragment {
  const groups = columns.filter(({ column }) => column.kind !== 'measure');
  const times = groups.filter(({ column }) => column.kind === 'timeDimension');
  const name = along ?? (times[0] ?? groups[0])?.column.ref.name;
  const lengthOf = ({ column }: SqlColumn) =>
    column.kind === 'timeDimension' ? bucketSeconds(column.ref.member, column.granularity) : 0;
  const followed = groups
    .filter(({ column }) => column.ref.name === name)
    .toSorted((a, b) => lengthOf(a) - lengthOf(b));
  const others = groups
    .filter((group) => !followed.includes(group))
    .map(({ alias }): Fragment => [quote(alias)]);
  const partition = others.length === 0 ? [] : sql`PARTITION BY ${join(others, ', ')} `;
  return sql`${partition}ORDER BY ${quote(followed[0]?.alias ?? '')}`;
}
