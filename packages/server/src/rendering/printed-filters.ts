import type { PrintedFilter, RenderedDashboard } from './dashboard-rendering.ts';

/** The filters of the one chart that is drawn, as they stand beside its title: those of its own view. */
export function printedFilters({
  drawing,
  answers,
}: Pick<RenderedDashboard, 'drawing' | 'answers'>): readonly string[] {
  const columns = answers.charts[0]?.result?.columns ?? {};
  const views = new Set(Object.keys(columns).map(viewOf));
  return (drawing?.filters ?? [])
    .filter(({ member }) => views.has(viewOf(member)))
    .map((filter) => textOf(filter, columns[filter.member]?.shortTitle));
}

const viewOf = (member: string) => member.split('.')[0] ?? '';

function textOf({ member, operator, value }: PrintedFilter, title = titleOf(member)): string {
  const how = operator == null || operator === 'equals' ? '' : ` ${operator.replaceAll('_', ' ')}`;
  const values = [value ?? []].flat().map(String).join(', ');
  return values === '' ? `${title}${how}` : `${title}${how}: ${values}`;
}

/** As the model names a member without a title. */
function titleOf(member: string): string {
  const name = (member.split('.')[1] ?? member).replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
