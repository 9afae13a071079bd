import { isRestricting } from '@oriel/dashboard/chart-query';
import { widgetsOf } from '@oriel/dashboard/widgets';
import type { PrintedFilter, RenderedDashboard } from './dashboard-rendering.ts';

/** A filter that is told in a picture, and what it is called; without a label as the model calls its member. */
interface LabelledFilter extends PrintedFilter {
  readonly label?: string;
}

/**
 * The filters that a picture says in words: of one chart, those of its own view that were asked for, and of an app,
 * which may show no filter itself, all that hold. On other dashboards they are drawn as the controls that they are. The
 * page finds the words, in its language.
 */
export function printedFilters({
  dashboard,
  drawing,
  answers,
}: Pick<RenderedDashboard, 'dashboard' | 'drawing' | 'answers'>): readonly LabelledFilter[] {
  if (dashboard.config.kind === 'APP') {
    const labels = new Map(
      widgetsOf(dashboard.config).flatMap((widget) =>
        widget.type === 'FILTER' && widget.config?.label ? [[widget.id, widget.config.label] as const] : [],
      ),
    );
    return answers.settings.filters
      .filter(isRestricting)
      .map((filter) => labelled(filter, labels.get(filter.widgetId)));
  }
  const columns = answers.charts[0]?.result?.columns ?? {};
  const views = new Set(Object.keys(columns).map(viewOf));
  return (drawing?.filters ?? [])
    .filter(({ member }) => views.has(viewOf(member)))
    .map((filter) => labelled(filter, columns[filter.member]?.shortTitle));
}

const viewOf = (member: string) => member.split('.')[0] ?? '';

function labelled({ member, operator, value }: PrintedFilter, label: string | undefined): LabelledFilter {
  return {
    member,
    operator: operator ?? 'equals',
    value: value ?? null,
    ...(label !== undefined && { label }),
  };
}
