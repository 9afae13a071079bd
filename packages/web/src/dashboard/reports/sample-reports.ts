import { t } from '../../messages/dashboard-texts.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import type { ReportBodyProps } from '../elements/report-body-props.ts';

/** What a sample shows. */
export type SampleId = 'figure' | 'names' | 'amounts' | 'table';

type SampleReport = Pick<ReportBodyProps, 'kind' | 'spec' | 'title' | 'result'> & { id: SampleId };

const AMOUNTS = [42, 55, 38, 61, 30, 47, 52, 44, 68, 26, 35, 58];

/** Made-up sales of four regions in three months, as a figure, as charts of each kind of palette, and as a table. */
export function sampleReports(): SampleReport[] {
  return (known ??= makeReports());
}

let known: SampleReport[] | undefined;

function makeReports(): SampleReport[] {
  const result = sales();
  const measure = { field: 'sales.amount', type: 'quantitative', title: null };
  const region = { field: 'sales.region', type: 'nominal', title: null, sort: null };
  const month = { field: 'sales.month', type: 'ordinal', title: null, sort: null, axis: { labelAngle: 0 } };
  return [
    {
      id: 'figure',
      kind: 'kpi',
      title: t('sample.total'),
      result,
      spec: {
        blocks: [
          { type: 'number', field: 'sales.amount', row: 0 },
          { type: 'comparison', field: 'sales.amount', label: t('sample.change') },
        ],
      },
    },
    {
      id: 'names',
      kind: 'vega',
      title: t('sample.byRegion'),
      result,
      spec: { mark: 'bar', encoding: { x: month, y: measure, color: region } },
    },
    {
      id: 'amounts',
      kind: 'vega',
      title: t('sample.heat'),
      result,
      spec: { mark: 'rect', encoding: { x: month, y: region, color: { ...measure, legend: null } } },
    },
    {
      id: 'table',
      kind: 'table',
      title: t('sample.table'),
      result: { ...result, rows: result.rows.slice(0, 3) },
      spec: {},
    },
  ];
}

function sales(): QueryResult {
  const months = [t('sample.january'), t('sample.february'), t('sample.march')];
  const regions = [t('sample.north'), t('sample.east'), t('sample.south'), t('sample.west')];
  return {
    columns: {
      'sales.month': { kind: 'dimension', type: 'string', shortTitle: t('sample.month') },
      'sales.region': { kind: 'dimension', type: 'string', shortTitle: t('sample.region') },
      'sales.amount': { kind: 'measure', type: 'number', shortTitle: t('sample.amount') },
    },
    rows: months.flatMap((month, m) =>
      regions.map((region, r) => ({
        'sales.month': month,
        'sales.region': region,
        'sales.amount': AMOUNTS[m * regions.length + r] ?? 0,
      })),
    ),
  };
}
