import { ActionIcon, Group, Tabs, Tooltip } from '@mantine/core';
import type { Report, Workbook } from '@oriel/contract';
import { IconChartBar, IconLayoutDashboard, IconPencilPlus, IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { t } from '../../messages/console-texts.ts';
import { LazyReportEditor } from '../reports/lazy-report-editor.tsx';
import { DraftTab } from './draft-tab.tsx';
import { ReportTab } from './report-tab.tsx';
import { unsavedReports, useUnsaved } from '../report-editor/edits/unsaved-reports.ts';
import styles from './workbook-tabs.module.css';

const DASHBOARD = 'dashboard';
/** The tab of a report that is not saved yet. */
const NEW = 'new';

interface WorkbookTabsProps {
  workbook: Workbook;
  reports: readonly Report[];
}

/** The dashboard and the reports of a workbook, a tab each, and what makes another report. */
export function WorkbookTabs({ workbook, reports }: WorkbookTabsProps) {
  const { tab, edit = false } = useSearch({ from: '/shell/deployment/workbook/$workbookId' });
  const navigate = useNavigate();
  // A tab that is gone shows the first one.
  const chosen = tab === NEW ? NEW : reports.find(({ id }) => String(id) === tab)?.id;
  const open = chosen === undefined ? DASHBOARD : String(chosen);
  const unsaved = useUnsaved(workbook.deploymentId, workbook.id, [undefined, ...reports.map(({ id }) => id)]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The tab that is open may lie beyond the edge.
    list.current?.querySelector(`[data-tab="${open}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const go = (to: string, options: { edit?: true; replace?: true } = {}) =>
    void navigate({
      to: '.',
      search: { tab: to === DASHBOARD ? undefined : to, edit: options.edit },
      replace: options.replace ?? false,
    });
  return (
    <Tabs
      mt="md"
      keepMounted={false}
      value={open}
      // Each tab is a step of the browser's history, so keys open none on their way along the row.
      activateTabWithKeyboard={false}
      onChange={(value) => go(value ?? DASHBOARD)}
    >
      <Group gap="xs" wrap="nowrap" align="center">
        <Tabs.List ref={list} aria-label={t('workbook.tabs')} className={styles.list}>
          <Tabs.Tab value={DASHBOARD} data-tab={DASHBOARD} leftSection={<IconLayoutDashboard size={16} />}>
            {t('workbook.dashboard')}
          </Tabs.Tab>
          {reports.map((report) => (
            <Tabs.Tab
              key={report.id}
              value={String(report.id)}
              data-tab={report.id}
              leftSection={<IconChartBar size={16} />}
              rightSection={unsaved.has(report.id) && <UnsavedDot />}
            >
              {report.title ?? report.name}
            </Tabs.Tab>
          ))}
          {(chosen === NEW || unsaved.has(undefined)) && (
            <Tabs.Tab
              value={NEW}
              data-tab={NEW}
              leftSection={<IconPencilPlus size={16} />}
              rightSection={unsaved.has(undefined) && <UnsavedDot />}
            >
              {t('workbook.newReport')}
            </Tabs.Tab>
          )}
        </Tabs.List>
        <Tooltip label={t('workbook.newReport')}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('workbook.newReport')}
            disabled={chosen === NEW}
            onClick={() => go(NEW)}
          >
            <IconPlus size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Tabs.Panel value={DASHBOARD}>
        <DraftTab workbook={workbook} reports={reports} onNewReport={() => go(NEW)} />
      </Tabs.Panel>
      {reports.map((report) => (
        <Tabs.Panel key={report.id} value={String(report.id)}>
          <ReportTab
            report={report}
            workbook={workbook}
            isEditing={edit}
            onEdit={() => go(String(report.id), { edit: true })}
            onClose={() => go(String(report.id))}
            onCreated={({ id }) => go(String(id), { edit: true, replace: true })}
            onDeleted={() => {
              const { deploymentId } = workbook;
              unsavedReports.remove({ deploymentId, workbookId: workbook.id, reportId: report.id });
              go(DASHBOARD, { replace: true });
            }}
          />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value={NEW}>
        <LazyReportEditor
          deploymentId={workbook.deploymentId}
          report={undefined}
          workbookId={workbook.id}
          calculatedFields={workbook.calculatedFields}
          onCreated={({ id }) => go(String(id), { edit: true, replace: true })}
          onClose={() => go(DASHBOARD)}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Says on a tab that its report has changes that are not saved. */
const UnsavedDot = () => (
  <span
    className={styles.unsaved}
    role="img"
    aria-label={t('workbook.unsaved')}
    title={t('workbook.unsaved')}
  />
);
