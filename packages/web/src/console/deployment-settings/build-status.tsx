import { Badge, Code, Group, Text } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';
import { formatTime } from '../times/format-time.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import { useBuildStatus } from './deployment-api.ts';

const colours = new Map([
  ['success', 'green'],
  ['building', 'blue'],
]);
const HASH_LENGTH = 8;

/** Whether the newest commit of the deployed branch is served, and why not. Nothing where the user may not know. */
export function BuildStatus({ deploymentId }: { deploymentId: number }) {
  const { data } = useBuildStatus(deploymentId);
  if (!data) return null;
  return (
    <SettingsSection title={t('deploymentSettings.build.title')}>
      <Group gap="xs">
        <Badge color={colours.get(data.status) ?? 'red'} variant="light">
          {t(`deploymentSettings.build.${data.status}`)}
        </Badge>
        <Text size="sm">{data.branchName}</Text>
        {data.lastHash != null && <Code>{data.lastHash.slice(0, HASH_LENGTH)}</Code>}
        {data.updatedAt != null && (
          <Text size="sm" c="dimmed">
            {formatTime(data.updatedAt)}
          </Text>
        )}
      </Group>
      {data.errorText != null && (
        <Lines label={t('deploymentSettings.build.reason')} color="red.1">
          {data.errorText}
        </Lines>
      )}
      {data.warningText != null && (
        <>
          <Text size="sm" mt="xs">
            {t('deploymentSettings.build.leftOut')}
          </Text>
          <Lines label={t('deploymentSettings.build.leftOut')}>{data.warningText}</Lines>
        </>
      )}
    </SettingsSection>
  );
}

interface LinesProps {
  label: string;
  color?: string;
  children: string;
}

/** What a build says, a line for each file. */
function Lines({ label, color, children }: LinesProps) {
  return (
    <Code
      block
      {...(color !== undefined && { color })}
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {children}
    </Code>
  );
}
