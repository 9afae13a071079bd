import type { CompiledChart, Dashboard, ReportSnapshot } from '@oriel/contract';
import { fieldsOf, withReportNames } from '@oriel/dashboard/apply-fields';
import { applyControls, queryOf } from '@oriel/dashboard/chart-query';
import { withColumnFormats } from '@oriel/dashboard/column-formats';
import type { ControlSettings, Query } from '@oriel/dashboard/control-settings';
import { createControlStates } from '@oriel/dashboard/control-states';
import type { QueryResult } from '@oriel/dashboard/query-result';
import { chartConfigOf, widgetsOf } from '@oriel/dashboard/widgets';
import { checkChartDocument } from './dashboard/charts/expressions/chart-sandbox.ts';
import { makeTemplate, markedDocument, namedPalettes } from './dashboard/charts/chart-template.ts';
import { compileChart } from './dashboard/charts/compile-chart.ts';
import { followGrains, readSpec } from './dashboard/charts/follow-grains.ts';
import { PARTIAL_FIELD } from './dashboard/formats/partial-buckets.ts';

/*
 * What the server compiles the charts of dashboards with: a module of the same build as the pages (`vite.config.ts`), so that both make
 * the same document of a report.
 */

/**
 * The templates of a dashboard's charts, with its controls as they were published. A chart that cannot be compiled is
 * left out.
 */
export function compileDashboard({
  config,
  reportSnapshots,
}: Pick<Dashboard, 'config' | 'reportSnapshots'>): CompiledChart[] {
  const widgets = widgetsOf(config);
  const settings = createControlStates(widgets, undefined).settings();
  const snapshots = new Map(reportSnapshots.map((snapshot) => [snapshot.reportId, snapshot]));
  const documents = widgets.flatMap((widget) => {
    const chart = chartConfigOf(widget);
    const snapshot = snapshots.get(chart?.reportId ?? -1);
    return snapshot ? attempt(() => documentsOf(snapshot, settings, chart?.controls ?? undefined)) : [];
  });
  return [...new Set(documents)].flatMap((document) =>
    attempt(() => {
      const vega = makeTemplate(document, compileChart);
      return vega ? [{ document, vega: vega as unknown as CompiledChart['vega'] }] : [];
    }),
  );
}

/** Documents are authors': one that cannot be compiled says why where it is drawn. */
function attempt<Item>(make: () => Item[]): Item[] {
  try {
    return make();
  } catch {
    return [];
  }
}

type Mapping = Parameters<typeof applyControls>[2];

/** The documents that a chart may have: with buckets of time that are not complete, and without. */
function documentsOf(snapshot: ReportSnapshot, settings: ControlSettings, mapping: Mapping): string[] {
  const query = snapshot.kind === 'vega' ? queryOf(snapshot) : undefined;
  if (!query || snapshot.spec == null) return [];
  const columns = columnsOf(applyControls(query, settings, mapping));
  const named = withReportNames({ rows: [], columns }, fieldsOf(query, settings.fields, mapping));
  const result = withColumnFormats(named, snapshot.preferences?.columnFormats);
  const spec = followGrains(readSpec(snapshot.spec), result);
  checkChartDocument(spec);
  const source = { spec, result, palettes: namedPalettes(spec) };
  return [[], [{ [PARTIAL_FIELD]: true }, {}]].flatMap((rows) => markedDocument(source, rows) ?? []);
}

/**
 * The columns of a query's result as far as the query tells: the types of its dimensions and its calendars are the
 * model's. What has another document for it there is compiled where it is drawn.
 */
function columnsOf({ measures = [], dimensions = [], timeDimensions = [] }: Query): QueryResult['columns'] {
  const shortTitle = 'Title';
  const cuts = timeDimensions.filter(({ granularity }) => granularity !== undefined);
  const time = { kind: 'timeDimension', type: 'time', shortTitle } as const;
  return Object.fromEntries([
    ...dimensions.map((key) => [key, { kind: 'dimension', type: 'string', shortTitle }] as const),
    ...cuts.flatMap(({ dimension, granularity }) => [
      [`${dimension}.${granularity}`, time] as const,
      ...(dimensions.includes(dimension) ? [] : [[dimension, time] as const]),
    ]),
    ...measures.map((key) => [key, { kind: 'measure', type: 'number', shortTitle }] as const),
  ]);
}
