import type { ReportKind } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';

/** The two ways in which a report of a kind is shown. */
export const reportModes = (kind: ReportKind) =>
  [
    { value: 'chart', label: kind === 'kpi' ? t('report.figure') : t('report.chart') },
    { value: 'table', label: t('report.table') },
  ] satisfies { value: 'chart' | 'table'; label: string }[];
