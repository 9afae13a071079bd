import { Badge, Code, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { DeploymentPod } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { formatTime } from '../times/format-time.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useLogLines, useRuntimes } from './deployment-api.ts';

const sources = ['all', 'production', 'dev'] as const;

/** The processes that answer queries, and what they wrote lately. */
export function LogsTab({ deploymentId }: { deploymentId: number }) {
  const [source, setSource] = useState<(typeof sources)[number]>('all');
  const runtimes = useRuntimes(deploymentId);
  const lines = useLogLines(deploymentId, source === 'all' ? undefined : source);
  return (
    <Stack>
      <SettingsSection title={t('logs.runtimes')} hint={t('logs.runtimesHint')}>
        {runtimes.data?.items.length === 0 && <Text size="sm">{t('logs.noRuntimes')}</Text>}
        {runtimes.data?.items.map((runtime) => (
          <RuntimeRow key={runtime.name} runtime={runtime} />
        ))}
      </SettingsSection>
      <SegmentedControl
        aria-label={t('logs.source')}
        data={sources.map((value) => ({ value, label: t(`logs.from.${value}`) }))}
        value={source}
        onChange={(value) => setSource(sources.find((each) => each === value) ?? 'all')}
        maw={360}
      />
      {lines.data ? (
        <Code
          block
          tabIndex={0}
          role="log"
          aria-label={t('logs.title')}
          mah={480}
          style={{ overflow: 'auto' }}
        >
          {lines.data.items.length === 0
            ? t('logs.none')
            : lines.data.items
                .map(({ date, pod, message }) => `${formatTime(date)}  ${pod}  ${message}`)
                .join('\n')}
        </Code>
      ) : lines.isError ? (
        <ErrorState
          title={t('logs.unloaded')}
          error={lines.error}
          isRetrying={lines.isFetching}
          onRetry={() => void lines.refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </Stack>
  );
}

function RuntimeRow({ runtime }: { runtime: DeploymentPod }) {
  return (
    <Group gap="xs">
      <Badge variant="light" color={runtime.ready === true ? 'green' : 'orange'}>
        {runtime.status}
      </Badge>
      <Text size="sm">{runtime.name}</Text>
      {runtime.restartCount != null && runtime.restartCount > 0 && (
        <Text size="sm" c="dimmed">
          {t('logs.restarts', { count: runtime.restartCount })}
        </Text>
      )}
    </Group>
  );
}
