import { Progress, Table, Text } from '@mantine/core';
import type { LanguageModelUsage } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { pageLanguage } from '../../messages/language.ts';
import { formatCount } from '../times/format-time.ts';
import { SettingsTable, TimeCell } from '../settings/settings-table.tsx';

interface UsageTableProps {
  items: readonly LanguageModelUsage[];
  /** Tokens that one person may use in a day; 0 is no limit. */
  dailyTokens: number;
}

/** Who took how much of models on which day; of today, how much of the limit that is. */
export function UsageTable({ items, dailyTokens }: UsageTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('ai.usage.column.person')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('ai.usage.column.agent')}</Table.Th>
          <Table.Th>{t('ai.usage.column.day')}</Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {t('ai.usage.column.calls')}
          </Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {t('ai.usage.column.read')}
          </Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {t('ai.usage.column.written')}
          </Table.Th>
          <Table.Th ta="end">{t('ai.usage.column.total')}</Table.Th>
        </>
      }
    >
      {items.map((item) => (
        <UsageRow key={item.id} item={item} dailyTokens={dailyTokens} />
      ))}
    </SettingsTable>
  );
}

function UsageRow({ item, dailyTokens }: { item: LanguageModelUsage; dailyTokens: number }) {
  const { user, agent, day, isToday, llmCalls, outputTokens, totalTokens, dayTokens } = item;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {user.name}
        </Text>
        {user.type === 'EMBED_USER' && (
          <Text size="xs" c="dimmed">
            {t('ai.usage.viewer')}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c={agent ? undefined : 'dimmed'}>
          {agent ? (agent.name ?? t('ai.usage.goneAgent')) : t('ai.usage.noAgent')}
        </Text>
      </Table.Td>
      <TimeCell>{isToday ? t('ai.usage.today') : formatUtcDay(day)}</TimeCell>
      <Table.Td ta="end" visibleFrom="sm">
        {formatCount(llmCalls)}
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        {formatCount(totalTokens - outputTokens)}
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        {formatCount(outputTokens)}
      </Table.Td>
      <Table.Td ta="end">
        {formatCount(totalTokens)}
        {isToday && dailyTokens > 0 && <ShareOfLimit share={dayTokens / dailyTokens} name={user.name} />}
      </Table.Td>
    </Table.Tr>
  );
}

function ShareOfLimit({ share, name }: { share: number; name: string }) {
  const percent = share.toLocaleString(pageLanguage(), { style: 'percent' });
  return (
    <Progress
      mt={4}
      size="sm"
      value={Math.min(100, share * 100)}
      color={share >= 1 ? 'red' : share >= 0.8 ? 'yellow' : 'blue'}
      aria-label={t('ai.usage.ofLimit', { share: percent, name })}
      title={t('ai.usage.ofLimit', { share: percent, name })}
    />
  );
}

/** The day as it is in UTC, wherever it is looked at. */
function formatUtcDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(pageLanguage(), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
}
