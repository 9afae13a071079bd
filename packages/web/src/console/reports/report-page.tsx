import { Button, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ReportSurface } from '../../dashboard/index.ts';
import { ItemHeading } from '../item-heading.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { useDeploymentId } from '../shell/deployment-layout.tsx';
import pageStyles from '../page.module.css';
import { ErrorState, LoadingState } from '../states.tsx';
import { useSurface } from '../surface.ts';
import { QueryText } from './query-text.tsx';
import { reportModes } from './report-modes.ts';
import { ReportRows } from './report-rows.tsx';
import styles from './report-page.module.css';
import { kindOf, queryTextOf, useReport, useReportRows, useReportSource } from './use-report.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { t } from '../../messages/console-texts.ts';

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
  const { shows } = useSurface();
  useDocumentTitle(title, !loading.isPending);
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
                data={reportModes(kind)}
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
      {query !== undefined && shows.query && <QueryText text={query} />}
    </div>
  );
}
