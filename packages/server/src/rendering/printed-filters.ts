import { isRestricting } from '@oriel/dashboard/chart-query';
import { widgetsOf } from '@oriel/dashboard/widgets';
import type { PrintedFilter, RenderedDashboard } from './dashboard-rendering.ts';

/**
 * The filters that a picture says in words: of one chart, those of its own view that were asked for, and of an app, which may show no
 * filter itself, all that hold. On other dashboards they are drawn as the controls that they are.
 */
export function printedFilters({
  dashboard,
  drawing,
  answers,
}: Pick<RenderedDashboard, 'dashboard' | 'drawing' | 'answers'>): readonly string[] {
  if (dashboard.config.kind === 'APP') {
    const labels = new Map(
      widgetsOf(dashboard.config).flatMap((widget) =>
        widget.type === 'FILTER' && widget.config?.label ? [[widget.id, widget.config.label] as const] : [],
      ),
    );
    return answers.settings.filters
      .filter(isRestricting)
      .map((filter) => textOf(filter, labels.get(filter.widgetId)));
  }
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
