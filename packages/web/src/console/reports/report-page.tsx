import { Button, Collapse, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReportKind } from '@oriel/contract';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ReportSurface } from '../../dashboard/index.ts';
import { Copyable } from '../copyable.tsx';
import { ItemHeading } from '../item-heading.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { useDeploymentId } from '../shell/deployment-layout.tsx';
import pageStyles from '../page.module.css';
import { ErrorState, LoadingState } from '../states.tsx';
import { ReportRows } from './report-rows.tsx';
import styles from './report-page.module.css';
import { kindOf, queryTextOf, useReport, useReportRows, useReportSource } from './use-report.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { t } from '../../messages/console-texts.ts';

const modes = (kind: ReportKind) =>
  [
    { value: 'chart', label: kind === 'kpi' ? t('report.figure') : t('report.chart') },
    { value: 'table', label: t('report.table') },
  ] satisfies { value: 'chart' | 'table'; label: string }[];

/** One report: its chart or its rows, and the query behind them. */
export function ReportPage() {
  const deploymentId = useDeploymentId();
  const reportId = Number(useParams({ from: '/shell/deployment/reports/$reportId' }).reportId);
  const scheme = useComputedColorScheme('light');
  const [mode, setMode] = useState<'chart' | 'table'>('chart');
  const { data: report, ...loading } = useReport(deploymentId, reportId);
  const query = report && queryTextOf(report);
  const rows = useReportRows(deploymentId, query);
  const source = useReportSource(deploymentId, query);
  const title = report?.title ?? report?.name ?? t('report.fallbackTitle');
  useDocumentTitle(title);
  if (!report)
    return loading.isError ? (
      <ErrorState
        title={t('report.unloaded')}
        missing={t('report.missing')}
        error={loading.error}
        isRetrying={loading.isFetching}
        onRetry={() => void loading.refetch()}
      />
    ) : (
      <LoadingState />
    );
  const kind = kindOf(report);
  return (
    <div className={pageStyles.page}>
      <ItemHeading
        title={title}
        folderPath={report.folderPath ?? []}
        updatedAt={report.updatedAt}
        owner={report.user}
        actions={
          <>
            <ShareButton
              item={{ deploymentId, type: 'REPORT', id: report.id, name: title }}
              mayShare={report.canManage === true}
            />
            {kind !== 'table' && (
              <SegmentedControl
                value={mode}
                onChange={setMode}
                data={modes(kind)}
                aria-label={t('report.showAs')}
              />
            )}
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} />}
              disabled={query === undefined}
              loading={rows.isFetching}
              onClick={() => void rows.refetch()}
            >
              {t('action.refresh')}
            </Button>
          </>
        }
      />
      <div className={styles.frame} data-kind={mode === 'table' ? 'table' : kind}>
        <ReportSurface scheme={scheme}>
          <ReportRows {...{ report, title, mode, rows, source }} themeKey={scheme} />
        </ReportSurface>
      </div>
      {query !== undefined && <QueryText text={query} />}
    </div>
  );
}

function QueryText({ text }: { text: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="sm"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? t('report.hideQuery') : t('report.showQuery')}
      </Button>
      <Collapse expanded={isShown} mt="xs">
        <Copyable label={t('report.queryLabel')} text={indented(text)} />
      </Collapse>
    </>
  );
}

/** A query that is no JSON is shown as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
