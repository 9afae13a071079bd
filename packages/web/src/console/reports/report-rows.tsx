import type { Report, ReportMeta, ReportSnapshotPreferences } from '@oriel/contract';
import { ReportBody, type ReportSource } from '../../dashboard/index.ts';
import { ErrorState, LoadingState, MessageState } from '../states.tsx';
import { kindOf, type useReportRows } from './use-report.ts';
import { t } from '../../messages/console-texts.ts';

interface ReportRowsProps {
  report: Report;
  title: string;
  mode: 'chart' | 'table';
  rows: ReturnType<typeof useReportRows>;
  themeKey: string;
  /** Where its totals come from. */
  source: ReportSource;
}

/** A report's rows as its chart or as a table, or why they are not there. */
export function ReportRows({ report, title, mode, rows, themeKey, source }: ReportRowsProps) {
  if (report.jsonQuery == null)
    return <MessageState title={t('report.noQuery')} text={t('report.noQueryText')} />;
  if (rows.isError)
    return (
      <ErrorState
        title={t('report.failed')}
        error={rows.error}
        isRetrying={rows.isFetching}
        onRetry={() => void rows.refetch()}
      />
    );
  if (!rows.data) return <LoadingState />;
  if (rows.data.rows.length === 0)
    return <MessageState title={t('report.noRows')} text={t('report.noRowsText')} />;
  // A report's meta is free.
  const meta = report.meta as Partial<ReportMeta> | null | undefined;
  const isTable = mode === 'table';
  return (
    <ReportBody
      kind={isTable ? 'table' : kindOf(report)}
      spec={isTable ? {} : (meta?.spec ?? {})}
      title={title}
      result={rows.data}
      columnFormats={(meta?.preferences as ReportSnapshotPreferences | undefined)?.columnFormats}
      themeKey={themeKey}
      source={source}
    />
  );
}
