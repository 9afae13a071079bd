import { Button, Code } from '@mantine/core';
import type { Report, ReportMeta, ReportSnapshotPreferences } from '@oriel/contract';
import { specOf } from '@oriel/dashboard/table/pivot-items';
import { ReportBody } from '../../dashboard/index.ts';
import { errorKind } from '../api/error-kind.ts';
import { ErrorState, LoadingState, MessageState } from '../elements/states.tsx';
import { kindOf } from './use-report.ts';
import { t } from '../../messages/console-texts.ts';
import type { ReportAnswer } from './use-report-answer.ts';
import type { ReportOutput } from './use-report-python.ts';

interface ReportRowsProps {
  report: Report;
  title: string;
  mode: 'chart' | 'table';
  answer: ReportAnswer;
  themeKey: string;
}

/** A report's rows as its chart or as a table, or why they are not there. */
export function ReportRows({ report, title, mode, answer, themeKey }: ReportRowsProps) {
  const { rows, output, source } = answer;
  if (report.jsonQuery == null)
    return <MessageState title={t('report.noQuery')} text={t('report.noQueryText')} />;
  if (output && output.status !== 'ready') return <NoOutput output={output} report={report} />;
  if (rows.isError && !output)
    return (
      <ErrorState
        title={t('report.failed')}
        error={rows.error}
        isRetrying={rows.isFetching}
        onRetry={() => void rows.refetch()}
      />
    );
  const result = output?.result ?? rows.data;
  if (!result) return <LoadingState />;
  if (result.rows.length === 0)
    return <MessageState title={t('report.noRows')} text={t('report.noRowsText')} />;
  // A report's meta is free.
  const meta = report.meta as Partial<ReportMeta> | null | undefined;
  const isTable = mode === 'table';
  const drawn = { ...meta, pivotItems: report.pivotItems, jsonQuery: report.jsonQuery };
  return (
    <ReportBody
      kind={isTable ? 'table' : kindOf(report)}
      spec={isTable ? {} : (specOf(drawn) ?? {})}
      title={title}
      result={result}
      columnFormats={(meta?.preferences as ReportSnapshotPreferences | undefined)?.columnFormats}
      themeKey={themeKey}
      {...(!output && { source })}
    />
  );
}

interface NoOutputProps {
  report: Report;
  output: Exclude<ReportOutput, { status: 'ready' }>;
}

/** Why the Python of a report has left nothing: in the words of its script for those who may change it. */
function NoOutput({ report, output }: NoOutputProps) {
  if (output.status === 'loading') return <LoadingState />;
  if (output.status === 'failed')
    return (
      <div role="alert">
        <MessageState title={t('report.pythonFailed')} text={t('report.pythonFailedText')}>
          {report.canEdit === true && (
            <Code block w="100%" lang="en">
              {output.reason}
            </Code>
          )}
          <Button variant="light" loading={output.again.isAsking} onClick={output.again.ask}>
            {t('action.tryAgain')}
          </Button>
        </MessageState>
      </div>
    );
  if (errorKind(output.error) === 'forbidden')
    return (
      <div role="alert">
        <MessageState title={t('report.pythonRefused')} text={t('report.pythonRefusedText')}>
          <Code block w="100%" lang="en">
            {output.error.message}
          </Code>
        </MessageState>
      </div>
    );
  return (
    <ErrorState
      title={t('report.pythonFailed')}
      error={output.error}
      isRetrying={output.again.isAsking}
      onRetry={output.again.ask}
    />
  );
}
