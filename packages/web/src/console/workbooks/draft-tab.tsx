import { Button, Group, Text } from '@mantine/core';
import type { Report, Workbook } from '@oriel/contract';
import { IconPencil } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { appConfigOf, hasUnsavedApp } from '../app-editor/use-app-edits.ts';
import { editsKey, keptEdits } from '../dashboard-editor/kept-edits.ts';
import { PublishDialog } from '../dashboards/publish-dialogs.tsx';
import { hasUnpublishedChanges } from '../dashboards/publish-state.ts';
import { LoadingState, MessageState } from '../states.tsx';
import { ButtonLink } from '../button-link.tsx';
import { t } from '../../messages/console-texts.ts';

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

/** The dashboard of a workbook: where it stands, and its editor, which an app has open from the start. */
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
  const isEmpty = !workbook.dashboardDraft && !workbook.publishedDashboard && !hasEdits;
  return (
    <DraftState
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

interface DraftStateProps extends DraftTabProps {
  onEdit(): void;
  onStart: ((kind: Start | 'app') => void) | undefined;
}

/** What is published of a dashboard, and what of its draft is not. */
function DraftState({ workbook, reports, onNewReport, onEdit, onStart }: DraftStateProps) {
  const [isPublishing, setPublishing] = useState(false);
  const { publishedDashboard, dashboardDraft } = workbook;
  const isChanged = hasUnpublishedChanges(workbook);
  const text = publishedDashboard
    ? t(isChanged ? 'workbook.changed' : 'workbook.isPublished')
    : t(dashboardDraft ? 'workbook.draft' : 'dashboard.unpublished');
  return (
    <MessageState
      title={dashboardDraft?.title ?? publishedDashboard?.title ?? t('workbook.dashboard')}
      text={text}
    >
      <Text size="sm" c="dimmed" w="100%">
        {t('workbook.reports', { count: reports.length })}
      </Text>
      <Group gap="xs" justify="center">
        {publishedDashboard && (
          <ButtonLink
            to="/dashboards/$workbookId"
            params={{ workbookId: String(workbook.id) }}
            variant="light"
          >
            {t('workbook.showDashboard')}
          </ButtonLink>
        )}
        {!onStart && (
          <Button
            variant={isChanged ? 'light' : 'filled'}
            leftSection={<IconPencil size={16} />}
            onClick={onEdit}
          >
            {t('editing.editDashboard')}
          </Button>
        )}
        {isChanged && <Button onClick={() => setPublishing(true)}>{t('editing.publish')}</Button>}
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
