import { Button, Group, Text } from '@mantine/core';
import type { Report, Workbook } from '@oriel/contract';
import { IconPencil } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { appConfigOf, hasUnsavedApp } from '../app-editor/use-app-edits.ts';
import { editsKey, keptEdits } from '../dashboard-editor/draft/kept-edits.ts';
import { PublishDialog } from '../dashboards/publish-dialogs.tsx';
import { LoadingState, MessageState } from '../elements/states.tsx';
import { t } from '../../messages/console-texts.ts';
import { PublishedTab } from './published-tab.tsx';

const AppEditor = lazy(() =>
  import('../app-editor/app-editor.tsx').then((module) => ({ default: module.AppEditor })),
);
const OpenEditor = lazy(() =>
  import('../dashboard-editor/open-editor.tsx').then((module) => ({ default: module.OpenEditor })),
);

interface DraftTabProps {
  workbook: Workbook;
  reports: readonly Report[];
  onNewReport(): void;
}

/** What a dashboard begins with, where there is none. */
type Start = 'reports' | 'empty';

/** The dashboard of a workbook as its viewers see it, or its editor, which an app has open from the start. */
export function DraftTab({ workbook, reports, onNewReport }: DraftTabProps) {
  const { edit } = useSearch({ from: '/shell/deployment/workbook/$workbookId' });
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(() => hasUnsavedApp(workbook));
  const hasEdits = keptEdits.read(editsKey(workbook)) !== undefined;
  const [start, setStart] = useState<Start>();
  if (isStarting || appConfigOf(workbook))
    return (
      <Suspense fallback={<LoadingState />}>
        <AppEditor workbook={workbook} />
      </Suspense>
    );
  const open = (isOpen: boolean) =>
    void navigate({ to: '.', search: { tab: undefined, edit: isOpen || undefined } });
  if (edit)
    return (
      <Suspense fallback={<LoadingState />}>
        <OpenEditor workbook={workbook} reports={reports} start={start} onClose={() => open(false)} />
      </Suspense>
    );
  const { publishedDashboard } = workbook;
  if (publishedDashboard)
    return <PublishedTab workbook={workbook} dashboard={publishedDashboard} onEdit={() => open(true)} />;
  const isEmpty = !workbook.dashboardDraft && !hasEdits;
  return (
    <UnpublishedTab
      workbook={workbook}
      reports={reports}
      onNewReport={onNewReport}
      onEdit={() => open(true)}
      onStart={
        isEmpty
          ? (kind) => {
              if (kind === 'app') return setStarting(true);
              setStart(kind);
              open(true);
            }
          : undefined
      }
    />
  );
}

interface UnpublishedTabProps extends DraftTabProps {
  onEdit(): void;
  onStart: ((kind: Start | 'app') => void) | undefined;
}

/** In place of a dashboard that no viewer sees: what there is of it, and what makes one. */
function UnpublishedTab({ workbook, reports, onNewReport, onEdit, onStart }: UnpublishedTabProps) {
  const [isPublishing, setPublishing] = useState(false);
  const { dashboardDraft } = workbook;
  return (
    <MessageState
      title={dashboardDraft?.title ?? t('workbook.dashboard')}
      text={t(dashboardDraft ? 'workbook.draft' : 'dashboard.unpublished')}
    >
      <Text size="sm" c="dimmed" w="100%">
        {t('workbook.reports', { count: reports.length })}
      </Text>
      <Group gap="xs" justify="center">
        {!onStart && (
          <Button
            variant={dashboardDraft ? 'light' : 'filled'}
            leftSection={<IconPencil size={16} />}
            onClick={onEdit}
          >
            {t('editing.editDashboard')}
          </Button>
        )}
        {dashboardDraft && <Button onClick={() => setPublishing(true)}>{t('editing.publish')}</Button>}
        {onStart && (
          <>
            {reports.length > 0 ? (
              <Button onClick={() => onStart('reports')}>{t('editing.startWithReports')}</Button>
            ) : (
              <Button onClick={onNewReport}>{t('workbook.newReport')}</Button>
            )}
            <Button variant="light" onClick={() => onStart('empty')}>
              {t('editing.startEmpty')}
            </Button>
            <Button variant="light" onClick={() => onStart('app')}>
              {t('appEditor.start')}
            </Button>
          </>
        )}
      </Group>
      {isPublishing && <PublishDialog workbook={workbook} onClose={() => setPublishing(false)} />}
    </MessageState>
  );
}
