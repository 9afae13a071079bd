import { Button, Group, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import type { Report, Workbook } from '@oriel/contract';
import { IconPencil, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { ReportSurface } from '../../dashboard/index.ts';
import { LazyReportEditor } from '../reports/lazy-report-editor.tsx';
import { QueryText } from '../reports/query-text.tsx';
import styles from '../reports/report-page.module.css';
import { kindOf, useReport } from '../reports/use-report.ts';
import { reportModes } from '../reports/report-modes.ts';
import { ReportExportMenu, ReportExportState, useReportExport } from '../reports/report-export.tsx';
import { ReportPythonBar } from '../reports/report-python.tsx';
import { useReportAnswer } from '../reports/use-report-answer.ts';
import { ReportRows } from '../reports/report-rows.tsx';
import { UnsavedNotice } from '../reports/unsaved-notice.tsx';
import { LoadingState } from '../elements/states.tsx';
import { useSurface } from '../surface/surface.ts';
import { t } from '../../messages/console-texts.ts';
import { ReportTabMenu } from './report-tab-menu.tsx';

interface ReportTabProps {
  report: Report;
  workbook: Workbook;
  isEditing: boolean;
  onEdit(): void;
  onClose(): void;
  /** Another report has been made of this one. */
  onCreated(report: Report): void;
  onDeleted(): void;
}

/** One report of a workbook: its editor, or what it shows. */
export function ReportTab({ report: listed, workbook, isEditing, ...props }: ReportTabProps) {
  // The list has no fields of the workbook that the query may name.
  const { data: report, isError } = useReport(listed.deploymentId, listed.id);
  if (!isEditing || listed.canEdit !== true || isError) return <ShownReport report={listed} {...props} />;
  if (!report) return <LoadingState />;
  return (
    <LazyReportEditor
      deploymentId={report.deploymentId}
      report={report}
      workbookId={workbook.id}
      calculatedFields={workbook.calculatedFields}
      onCreated={props.onCreated}
      onClose={props.onClose}
    />
  );
}

type ShownReportProps = Pick<ReportTabProps, 'report' | 'onEdit' | 'onCreated' | 'onDeleted'>;

/** Its chart or its rows, and the query behind them. */
function ShownReport({ report: listed, onEdit, onCreated, onDeleted }: ShownReportProps) {
  const scheme = useComputedColorScheme('light');
  const { shows } = useSurface();
  const [mode, setMode] = useState<'chart' | 'table'>('chart');
  // The list has no fields of the workbook that the query may name.
  const { data: report = listed, isPending } = useReport(listed.deploymentId, listed.id);
  const answer = useReportAnswer(listed.deploymentId, listed.id, isPending ? undefined : report);
  const { query, python, again } = answer;
  const title = report.title ?? report.name;
  const kind = kindOf(report);
  const exported = useReportExport(listed.deploymentId, listed.id);
  return (
    <>
      <Group mt="md" justify="flex-end" gap="xs">
        {query !== undefined && <ReportExportMenu exported={exported} title={title} kind={kind} />}
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
          <Button variant="light" leftSection={<IconPencil size={16} />} onClick={onEdit}>
            {t('action.edit')}
          </Button>
        )}
        <ReportTabMenu report={report} onCreated={onCreated} onDeleted={onDeleted} />
      </Group>
      {report.canEdit === true && <UnsavedNotice report={listed} onEdit={onEdit} />}
      <ReportExportState exported={exported} title={title} />
      {python && <ReportPythonBar python={python} run={answer.runPython} />}
      <div className={styles.frame} data-kind={mode === 'table' ? 'table' : kind}>
        <ReportSurface scheme={scheme}>
          <ReportRows {...{ report, title, mode, answer }} themeKey={scheme} />
        </ReportSurface>
      </div>
      {query !== undefined && shows.query && <QueryText text={query} />}
    </>
  );
}
