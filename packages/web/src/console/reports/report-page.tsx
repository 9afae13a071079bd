import { Button, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { IconPencil, IconRefresh } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ReportSurface } from '../../dashboard/index.ts';
import { ItemHeading } from '../elements/item-heading.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { client } from '../api/api.ts';
import { useDeploymentId } from '../api/deployment-id.ts';
import pageStyles from '../look/page.module.css';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useSurface } from '../surface/surface.ts';
import { LazyReportEditor } from './lazy-report-editor.tsx';
import { QueryText } from './query-text.tsx';
import { reportModes } from './report-modes.ts';
import { ReportExportMenu, ReportExportState, useReportExport } from './report-export.tsx';
import { ReportPythonBar } from './report-python.tsx';
import { ReportRows } from './report-rows.tsx';
import styles from './report-page.module.css';
import { UnsavedNotice } from './unsaved-notice.tsx';
import { kindOf, useReport } from './use-report.ts';
import { useReportAnswer } from './use-report-answer.ts';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { useElsewhere } from '../api/use-elsewhere.ts';
import { t } from '../../messages/console-texts.ts';

/** One report: its chart or its rows, and the query behind them. */
export function ReportPage() {
  const deploymentId = useDeploymentId();
  const reportId = Number(useParams({ from: '/shell/deployment/reports/$reportId' }).reportId);
  const { edit } = useSearch({ from: '/shell/deployment/reports/$reportId' });
  const navigate = useNavigate();
  const scheme = useComputedColorScheme('light');
  const [mode, setMode] = useState<'chart' | 'table'>('chart');
  const { data: report, ...loading } = useReport(deploymentId, reportId);
  const isLooking = useElsewhere(loading.error, ['report', reportId], (other) =>
    client.call('getReport', { params: { deploymentId: other, reportId } }),
  );
  const answer = useReportAnswer(deploymentId, reportId, report);
  const { query, python, again } = answer;
  const title = report?.title ?? report?.name ?? t('report.fallbackTitle');
  const { shows } = useSurface();
  const exported = useReportExport(deploymentId, reportId);
  useDocumentTitle(title, !loading.isPending);
  if (!report)
    return loading.isError && !isLooking ? (
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
  const go = (id: number, isEditing: boolean) =>
    void navigate({
      to: '/reports/$reportId',
      params: { reportId: String(id) },
      search: { edit: isEditing || undefined },
    });
  if (edit === true && report.canEdit === true)
    return (
      <div className={pageStyles.page}>
        <LazyReportEditor
          deploymentId={deploymentId}
          report={report}
          workbookId={report.workbookId ?? undefined}
          calculatedFields={report.calculatedFields}
          onCreated={({ id }) => go(id, true)}
          onClose={() => go(reportId, false)}
        />
      </div>
    );
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
            {report.jsonQuery != null && <ReportExportMenu {...{ exported, title, kind }} />}
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
              loading={again.isAsking}
              onClick={again.ask}
            >
              {t('action.refresh')}
            </Button>
            {report.canEdit === true && (
              <Button
                variant="light"
                leftSection={<IconPencil size={16} />}
                onClick={() => go(reportId, true)}
              >
                {t('action.edit')}
              </Button>
            )}
          </>
        }
      />
      {report.canEdit === true && <UnsavedNotice report={report} onEdit={() => go(reportId, true)} />}
      <ReportExportState exported={exported} title={title} />
      {python && <ReportPythonBar python={python} run={answer.runPython} />}
      <div className={styles.frame} data-kind={mode === 'table' ? 'table' : kind}>
        <ReportSurface scheme={scheme}>
          <ReportRows {...{ report, title, mode, answer }} themeKey={scheme} />
        </ReportSurface>
      </div>
      {query !== undefined && shows.query && <QueryText text={query} />}
    </div>
  );
}
