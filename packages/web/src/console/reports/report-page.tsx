import { Button, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ReportSurface } from '../../dashboard/index.ts';
import { ItemHeading } from '../item-heading.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { useDeploymentId } from '../shell/deployment-layout.tsx';
import pageStyles from '../page.module.css';
import { ErrorState, LoadingState } from '../states.tsx';
import { useSurface } from '../surface.ts';
import { pythonRows } from './python-rows.ts';
import { QueryText } from './query-text.tsx';
import { reportModes } from './report-modes.ts';
import { ReportExportMenu, ReportExportState, useReportExport } from './report-export.tsx';
import { ReportPythonBar } from './report-python.tsx';
import { ReportRows } from './report-rows.tsx';
import styles from './report-page.module.css';
import { kindOf, queryTextOf, useReport, useReportRows, useReportSource } from './use-report.ts';
import { hasPython, useReportPython, useRunPython } from './use-report-python.ts';
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
  const { shows, kind: surface } = useSurface();
  // Viewers of the application run nothing.
  const hasCode = surface === 'console' && hasPython(report?.meta);
  const { data: python } = useReportPython(deploymentId, reportId, hasCode);
  const runPython = useRunPython(deploymentId, reportId);
  const output = useMemo(() => (python?.result ? pythonRows(python.result.outputData) : undefined), [python]);
  const exported = useReportExport(deploymentId, reportId);
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
            {report.jsonQuery != null && <ReportExportMenu exported={exported} title={title} />}
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
      <ReportExportState exported={exported} title={title} />
      {python && hasCode && <ReportPythonBar python={python} run={runPython} />}
      <div className={styles.frame} data-kind={mode === 'table' ? 'table' : kind}>
        <ReportSurface scheme={scheme}>
          <ReportRows {...{ report, title, mode, rows, output, source }} themeKey={scheme} />
        </ReportSurface>
      </div>
      {query !== undefined && shows.query && <QueryText text={query} />}
    </div>
  );
}
