import { Button, Group, Text } from '@mantine/core';
import type { Report, Workbook } from '@oriel/contract';
import { useState } from 'react';
import { PublishDialog } from '../dashboards/publish-dialogs.tsx';
import { hasUnpublishedChanges } from '../dashboards/publish-state.ts';
import { MessageState } from '../states.tsx';
import { ButtonLink } from '../button-link.tsx';
import { t } from '../../messages/console-texts.ts';

/** Where the dashboard of a workbook stands: what is published of it, and what of the draft is not. */
export function DraftTab({ workbook, reports }: { workbook: Workbook; reports: readonly Report[] }) {
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
      </Group>
      {isPublishing && <PublishDialog workbook={workbook} onClose={() => setPublishing(false)} />}
    </MessageState>
  );
}
