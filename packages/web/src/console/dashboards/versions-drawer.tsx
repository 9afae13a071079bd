import { Alert, Badge, Button, Drawer, Group, Loader, Stack, Text } from '@mantine/core';
import type { DashboardVersion, Workbook } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { sentenceOf } from '../api/error-text.ts';
import { formatTime } from '../times/format-time.ts';
import { useVersions } from './dashboard-api.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import styles from './versions-drawer.module.css';

interface VersionsDrawerProps {
  workbook: Workbook;
  onClose(): void;
}

/** What was published of a dashboard, newest first, each to be restored. */
export function VersionsDrawer({ workbook, onClose }: VersionsDrawerProps) {
  const [chosen, setChosen] = useState<DashboardVersion>();
  const [restored, setRestored] = useState<number>();
  const query = useVersions(workbook);
  const versions = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Drawer opened onClose={onClose} position="right" title={t('versions.title')}>
      <Stack gap="sm">
        {restored !== undefined && (
          <Alert color="green" role="status">
            {t('versions.restored', { version: restored })}
          </Alert>
        )}
        {query.isPending && <Loader role="status" size="sm" aria-label={t('state.loading')} />}
        {query.isError && (
          <Alert color="red" role="alert" title={t('versions.unloaded')}>
            {sentenceOf(query.error)}
          </Alert>
        )}
        {query.isSuccess && versions.length === 0 && <Text c="dimmed">{t('versions.none')}</Text>}
        <ul className={styles.list} aria-label={t('versions.title')}>
          {versions.map((version) => (
            <VersionRow
              key={version.versionId}
              version={version}
              isShown={version.isCurrent && workbook.publishedDashboard?.status === 'published'}
              onRestore={() => setChosen(version)}
            />
          ))}
        </ul>
        {query.hasNextPage && (
          <Button
            variant="light"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('action.loadMore')}
          </Button>
        )}
      </Stack>
      {chosen !== undefined && (
        <RestoreDialog
          workbook={workbook}
          version={chosen}
          onRestored={() => {
            setRestored(chosen.versionNumber);
            setChosen(undefined);
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Drawer>
  );
}

interface VersionRowProps {
  version: DashboardVersion;
  /** Whether viewers see it now. */
  isShown: boolean;
  onRestore(): void;
}

function VersionRow({ version, isShown, onRestore }: VersionRowProps) {
  const { versionNumber, title, createdAt, user, restoredFrom, isCurrent } = version;
  const time = formatTime(createdAt);
  return (
    <li className={styles.version}>
      <div className={styles.text}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {t('versions.number', { version: versionNumber })}
          </Text>
          {isCurrent && (
            <Badge size="sm" variant="light" color={isShown ? undefined : 'gray'}>
              {t(isShown ? 'versions.current' : 'versions.newest')}
            </Badge>
          )}
        </Group>
        <Text size="sm" truncate>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {user ? t('versions.publishedBy', { time, user: user.firstName ?? user.email }) : time}
        </Text>
        {restoredFrom != null && (
          <Text size="xs" c="dimmed">
            {t('versions.restoredFrom', { version: restoredFrom })}
          </Text>
        )}
      </div>
      <Button
        size="compact-sm"
        className={styles.restore}
        variant="default"
        aria-label={t('versions.restoreLabel', { version: versionNumber })}
        onClick={onRestore}
      >
        {t('versions.restore')}
      </Button>
    </li>
  );
}
