import { Button, Text } from '@mantine/core';
import type { Workbook } from '@oriel/contract';
import { IconChartBar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '../../../messages/console-texts.ts';
import { formatDay } from '../../times/format-time.ts';
import { useWorkbooks } from '../../dashboards/dashboard-api.ts';
import styles from './item-list.module.css';
import type { ReportHits } from './use-report-hits.ts';

/** The reports of workbooks that a search has found, below the items of folders. */
export function WorkbookReportHits({ deploymentId, query, reports }: ReportHits & { deploymentId: number }) {
  const workbooks = useWorkbooks(deploymentId, [
    ...new Set(reports.flatMap(({ workbookId }) => workbookId ?? [])),
  ]);
  if (reports.length === 0) return null;
  return (
    <section className={styles.hits} aria-label={t('workspace.inWorkbooks')}>
      <h2 className={styles.header}>{t('workspace.inWorkbooks')}</h2>
      <ul>
        {reports.map(({ id, workbookId, name, title, canEdit, updatedAt }) => (
          <li key={id}>
            <Link
              className={styles.link}
              {...(canEdit && workbookId != null
                ? {
                    to: '/workbook/$workbookId',
                    params: { workbookId: String(workbookId) },
                    search: { tab: String(id) },
                  }
                : { to: '/reports/$reportId', params: { reportId: String(id) } })}
            >
              <IconChartBar size={18} className={styles.icon} data-kind="REPORT" />
              <Text span truncate inherit>
                {title ?? name}
              </Text>
              <Text span c="dimmed" size="xs" truncate>
                {placeOf(workbooks.get(workbookId ?? 0))}
              </Text>
            </Link>
            <span className={styles.time}>{formatDay(updatedAt)}</span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          size="compact-xs"
          variant="light"
          m="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('action.loadMore')}
        </Button>
      )}
    </section>
  );
}

/** The folders of a workbook and its name, as far as the user may see it. */
function placeOf(workbook: Workbook | undefined): string {
  return [...(workbook?.folderPath ?? []), ...(workbook ? [workbook] : [])]
    .map(({ name }) => name)
    .join(' / ');
}
