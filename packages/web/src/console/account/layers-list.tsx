import { Code, Group, Stack, Text } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';
import { SettingsSection } from '../settings/settings-section.tsx';

/** What a session and an address say of each part; how they go together is a text. */
const layers = [
  { part: 'comments', session: [], address: [] },
  { part: 'ai', session: ['allowAi'], address: [] },
  { part: 'chat', session: ['showDashboardChat'], address: [] },
  { part: 'applicationChat', session: ['showWorkbookChat'], address: [] },
  { part: 'widgets', session: ['showAiWidgets'], address: [] },
  { part: 'authoring', session: ['allowChatWorkspaceAuthoring'], address: [] },
  { part: 'downloads', session: ['allowExport'], address: ['allowExport=true'] },
  { part: 'sharing', session: ['showWorkbookShare'], address: [] },
  { part: 'header', session: [], address: ['showDashboardHeader=false'] },
  { part: 'history', session: [], address: ['showChatHistory=false'] },
  { part: 'language', session: ['locale'], address: ['locale'] },
  { part: 'colours', session: [], address: ['colorScheme'] },
  { part: 'timezone', session: ['timezone'], address: ['timezone'] },
] as const;

/** Which settings of sessions and addresses go before those of the account. */
export function LayersList() {
  return (
    <SettingsSection title={t('account.layers.title')} hint={t('account.layers.hint')}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {layers.map(({ part, session, address }) => (
          <li key={part}>
            <Group gap={8} component="div">
              <Text size="sm" fw={600} span>
                {t(`account.layers.parts.${part}.name`)}
              </Text>
              {session.map((name) => (
                <Code key={name}>{t('account.layers.session', { name })}</Code>
              ))}
              {address.map((name) => (
                <Code key={name}>{t('account.layers.address', { name })}</Code>
              ))}
            </Group>
            <Text size="sm" c="dimmed">
              {t(`account.layers.parts.${part}.rule`)}
            </Text>
          </li>
        ))}
      </Stack>
    </SettingsSection>
  );
}
