import type { PlanColumn } from '../ir/columns.ts';
import type { MemberRef } from '../members/member-ref.ts';
import { callersName } from '../calculated/internal-names.ts';
import { QueryError, type NormalizedQuery } from '../query/query.ts';

/**
 * Refuses a calculation over the rows of the result where there are no such rows: in filters, which decide what the
 * rows are, in comparisons of periods, in rows without groups, and without the dimension that the rows follow.
 *
 * @throws QueryError `wrong_kind`
 */
export function checkCalculations(
  { ungrouped, periodComparisons = [] }: NormalizedQuery,
  columns: readonly PlanColumn[],
  filtered: readonly MemberRef[],
): void {
  const calculations = columns.filter(({ ref }) => ref.calculated?.calculation);
  const [first] = calculations;
  if (first && ungrouped) throw refusal(first.ref, 'an ungrouped query has no groups');
  const inFilter = filtered.find(({ calculated }) => calculated?.calculation);
  if (inFilter) throw refusal(inFilter, 'filters come before');
  const compared = periodComparisons.map(
    ({ measure }) => columns.find(({ ref }) => ref.name === measure)?.ref,
  );
  const inComparison = compared.find((ref) => ref?.calculated?.calculation);
  if (inComparison) throw refusal(inComparison, 'no other period has');
  for (const { ref } of calculations) {
    const { name, along } = ref.calculated?.calculation ?? {};
    const groups = columns.filter(({ kind }) => kind !== 'measure');
    const isThere =
      along === undefined ? groups.length > 0 : groups.some((column) => column.ref.name === along);
    if (name !== 'PERCENT_OF_TOTAL' && !isThere)
      throw refusal(
        ref,
        `follow ${along === undefined ? 'a dimension' : callersName(along)}, which the query does not have`,
      );
  }
}

function refusal({ name }: MemberRef, why: string): QueryError {
  const shown = callersName(name);
  return new QueryError(
    'wrong_kind',
    `${shown} is computed over the rows of the result, which ${why}`,
    shown,
  );
}
