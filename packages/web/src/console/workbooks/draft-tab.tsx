import { Button, Group, Text } from '@mantine/core';
import type { Report, Workbook } from '@oriel/contract';
import { lazy, Suspense, useState } from 'react';
import { appConfigOf, hasUnsavedApp } from '../app-editor/use-app-edits.ts';
import { PublishDialog } from '../dashboards/publish-dialogs.tsx';
import { hasUnpublishedChanges } from '../dashboards/publish-state.ts';
import { LoadingState, MessageState } from '../states.tsx';
import { ButtonLink } from '../button-link.tsx';
import { t } from '../../messages/console-texts.ts';

const AppEditor = lazy(() =>
  import('../app-editor/app-editor.tsx').then((module) => ({ default: module.AppEditor })),
);

interface DraftTabProps {
  workbook: Workbook;
  reports: readonly Report[];
}

/** The dashboard of a workbook: an app is edited here, and of another is told where it stands. */
export function DraftTab({ workbook, reports }: DraftTabProps) {
  const [isStarting, setStarting] = useState(() => hasUnsavedApp(workbook));
  if (isStarting || appConfigOf(workbook))
    return (
      <Suspense fallback={<LoadingState />}>
        <AppEditor workbook={workbook} />
      </Suspense>
    );
  const isEmpty = !workbook.dashboardDraft && !workbook.publishedDashboard;
  return (
    <DraftState
      workbook={workbook}
      reports={reports}
      onStart={isEmpty ? () => setStarting(true) : undefined}
    />
  );
}

/** What is published of a dashboard, and what of its draft is not. */
function DraftState({ workbook, reports, onStart }: DraftTabProps & { onStart: (() => void) | undefined }) {
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
        {isChanged && <Button onClick={() => setPublishing(true)}>{t('editing.publish')}</Button>}
        {onStart && (
          <Button variant="light" onClick={onStart}>
            {t('appEditor.start')}
          </Button>
        )}
      </Group>
      {isPublishing && <PublishDialog workbook={workbook} onClose={() => setPublishing(false)} />}
    </MessageState>
  );
}
