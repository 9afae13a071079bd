import { Alert, Button, Group, Tooltip } from '@mantine/core';
import type { Dashboard, Workbook } from '@oriel/contract';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { ButtonLink } from '../elements/button-link.tsx';
import { editsKey, keptEdits } from '../dashboard-editor/draft/kept-edits.ts';
import { PublishDialog } from '../dashboards/publish-dialogs.tsx';
import { hasUnpublishedChanges } from '../dashboards/publish-state.ts';
import {
  DashboardActions,
  DashboardBody,
  DashboardGround,
  PublishState,
  useShownDashboard,
} from '../dashboards/published-dashboard.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import styles from './published-tab.module.css';

interface PublishedTabProps {
  workbook: Workbook;
  dashboard: Dashboard;
  onEdit(): void;
}

/** The published dashboard of a workbook as its viewers see it, below what its editors do with it. */
export function PublishedTab({ workbook, dashboard, onEdit }: PublishedTabProps) {
  const [failure, setFailure] = useState<Error | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const store = useShownDashboard(dashboard);
  const isUnsaved = keptEdits.read(editsKey(workbook)) !== undefined;
  return (
    <div className={styles.bleed} data-bleeds>
      <DashboardGround>
        <div className={styles.head}>
          <Group gap="xs">
            <PublishState workbook={workbook} dashboard={dashboard} />
          </Group>
          <Group gap="xs">
            <Tooltip label={t('workbook.showDashboard')}>
              <ButtonLink
                to="/dashboards/$workbookId"
                params={{ workbookId: String(workbook.id) }}
                variant="default"
                px={9}
                aria-label={t('workbook.showDashboard')}
              >
                <IconEye size={17} />
              </ButtonLink>
            </Tooltip>
            <DashboardActions {...{ workbook, dashboard, store }} onFailure={setFailure}>
              <Button variant="light" leftSection={<IconPencil size={16} />} onClick={onEdit}>
                {t('editing.editDashboard')}
              </Button>
            </DashboardActions>
          </Group>
        </div>
        <div className={styles.notices}>
          <FailureAlert error={failure} />
          {isUnsaved ? (
            <Notice text={t('workbook.unsaved')} action={t('action.edit')} onAct={onEdit} />
          ) : (
            hasUnpublishedChanges(workbook) && (
              <Notice
                text={t('workbook.changed')}
                action={t('editing.publish')}
                onAct={() => setPublishing(true)}
              />
            )
          )}
        </div>
        <DashboardBody {...{ workbook, dashboard, store }} />
      </DashboardGround>
      {isPublishing && <PublishDialog workbook={workbook} onClose={() => setPublishing(false)} />}
    </div>
  );
}

interface NoticeProps {
  text: string;
  action: string;
  onAct(): void;
}

/** Says how what is shown differs from what its editors have made of it, and what to do about it. */
const Notice = ({ text, action, onAct }: NoticeProps) => (
  <Alert color="orange" role="status" p="xs">
    <Group gap="sm" justify="space-between">
      {text}
      <Button size="compact-sm" variant="default" onClick={onAct}>
        {action}
      </Button>
    </Group>
  </Alert>
);
