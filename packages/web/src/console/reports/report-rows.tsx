import type { Report, ReportMeta, ReportSnapshotPreferences } from '@oriel/contract';
import type { QueryResult } from '@oriel/dashboard/query-result';
import { ReportBody, type ReportSource } from '../../dashboard/index.ts';
import { ErrorState, LoadingState, MessageState } from '../states.tsx';
import { kindOf, type useReportRows } from './use-report.ts';
import { t } from '../../messages/console-texts.ts';

interface ReportRowsProps {
  report: Report;
  title: string;
  mode: 'chart' | 'table';
  rows: ReturnType<typeof useReportRows>;
  /** What the Python of the report has left, which stands for the rows of its query. */
  output?: QueryResult | undefined;
  themeKey: string;
  /** Where its totals come from. */
  source: ReportSource;
}

/** A report's rows as its chart or as a table, or why they are not there. */
export function ReportRows({ report, title, mode, rows, output, themeKey, source }: ReportRowsProps) {
  if (report.jsonQuery == null)
    return <MessageState title={t('report.noQuery')} text={t('report.noQueryText')} />;
  if (rows.isError && !output)
    return (
      <ErrorState
        title={t('report.failed')}
        error={rows.error}
        isRetrying={rows.isFetching}
        onRetry={() => void rows.refetch()}
      />
    );
  const result = output ?? rows.data;
  if (!result) return <LoadingState />;
  if (result.rows.length === 0)
    return <MessageState title={t('report.noRows')} text={t('report.noRowsText')} />;
  // A report's meta is free.
  const meta = report.meta as Partial<ReportMeta> | null | undefined;
  const isTable = mode === 'table';
  return (
    <ReportBody
      kind={isTable ? 'table' : kindOf(report)}
      spec={isTable ? {} : (meta?.spec ?? {})}
      title={title}
      result={result}
      columnFormats={(meta?.preferences as ReportSnapshotPreferences | undefined)?.columnFormats}
      themeKey={themeKey}
      {...(!output && { source })}
    />
  );
}
