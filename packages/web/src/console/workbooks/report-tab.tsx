import { Button, Group, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import type { Report } from '@oriel/contract';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { ReportSurface } from '../../dashboard/index.ts';
import { QueryText } from '../reports/query-text.tsx';
import styles from '../reports/report-page.module.css';
import { kindOf, useReport } from '../reports/use-report.ts';
import { reportModes } from '../reports/report-modes.ts';
import { ReportExportMenu, ReportExportState, useReportExport } from '../reports/report-export.tsx';
import { ReportPythonBar } from '../reports/report-python.tsx';
import { useReportAnswer } from '../reports/use-report-answer.ts';
import { ReportRows } from '../reports/report-rows.tsx';
import { useSurface } from '../surface.ts';
import { t } from '../../messages/console-texts.ts';

/** One report of a workbook: its chart or its rows, and the query behind them. */
export function ReportTab({ report: listed }: { report: Report }) {
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
      </Group>
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
