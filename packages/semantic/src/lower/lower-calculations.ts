import { aliased, as, cast, column, keep, literal, project } from '../algebra/build.ts';
import type { Expression, Relation } from '../algebra/algebra.ts';
import type { TableCalculation } from '../model/definitions/model.ts';
import { bucketSeconds } from '../plan/bucket-length.ts';
import type { ResultColumn } from './members/result-column.ts';

/** The rows of a query, with what is calculated over them in place of the measures that it is calculated from. */
export function lowerCalculations(columns: readonly ResultColumn[], body: Relation): Relation {
  if (!columns.some((one) => one.column.ref.calculated?.calculation)) return body;
  const values = columns.map((one) => {
    const calculation = one.column.ref.calculated?.calculation;
    return calculation ? as(calculate(columns, calculation, column(one.alias)), one.alias) : keep(one.alias);
  });
  return project(aliased(body, 'rows'), values);
}

function calculate(
  columns: readonly ResultColumn[],
  { name, aggregate, along }: TableCalculation,
  value: Expression,
): Expression {
  if (name === 'PERCENT_OF_TOTAL')
    return share(value, { kind: 'over', name: 'sum', value, partition: [], order: [] });
  const window = windowOf(columns, along);
  if (name === 'RUNNING_TOTAL') return { kind: 'over', name: aggregate, value, ...window, isRunning: true };
  const ofPrevious = share(value, { kind: 'over', name: 'lag', value, ...window });
  return name === 'PERCENT_CHANGE'
    ? { kind: 'arithmetic', symbol: '-', left: ofPrevious, right: literal(1) }
    : ofPrevious;
}

/** A part of a whole, as a number with a fraction; null of none. */
export function share(part: Expression, whole: Expression): Expression {
  return {
    kind: 'arithmetic',
    symbol: '/',
    left: cast(part, 'number'),
    right: { kind: 'null-if', value: whole, other: literal(0) },
  };
}

/** Along one dimension, for each combination of the others. */
function windowOf(
  columns: readonly ResultColumn[],
  along: string | undefined,
): Pick<Extract<Expression, { kind: 'over' }>, 'partition' | 'order'> {
  const groups = columns.filter((one) => one.column.kind !== 'measure');
  const times = groups.filter((one) => one.column.kind === 'timeDimension');
  const name = along ?? (times[0] ?? groups[0])?.column.ref.name;
  const lengthOf = ({ column: own }: ResultColumn) =>
    own.kind === 'timeDimension' ? bucketSeconds(own.ref.member, own.granularity) : 0;
  const followed = groups
    .filter((one) => one.column.ref.name === name)
    .toSorted((a, b) => lengthOf(a) - lengthOf(b));
  return {
    partition: groups.filter((group) => !followed.includes(group)).map(({ alias }) => column(alias)),
    order: [{ value: column(followed[0]?.alias ?? ''), isDescending: false }],
  };
}
