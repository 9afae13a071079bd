import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { TrashedItem } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { formatTime } from '../times/format-time.ts';
import { RowMenu } from '../settings/row-menu.tsx';
import { SettingsTable, TimeCell } from '../settings/settings-table.tsx';

interface TrashTableProps {
  items: readonly TrashedItem[];
  /** The entry that is being restored. */
  restoring: number | undefined;
  onRestore(item: TrashedItem): void;
  onPurge(item: TrashedItem): void;
}

/** Deleted items, who deleted them, and until when they can be restored. */
export function TrashTable({ items, restoring, onRestore, onPurge }: TrashTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('trash.column.item')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('trash.column.deleted')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('trash.column.until')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('trash.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {items.map((item) => (
        <Table.Tr key={item.id}>
          <Table.Td>
            <Text size="sm" fw={600}>
              {item.name}
            </Text>
            <Text size="xs" c="dimmed">
              {t(`trash.kind.${item.type}`)}
            </Text>
          </Table.Td>
          <TimeCell visibleFrom="sm">
            <Text size="sm">{formatTime(item.deletedAt)}</Text>
            {item.deletedBy && (
              <Text size="xs" c="dimmed">
                {item.deletedBy.email}
              </Text>
            )}
          </TimeCell>
          <TimeCell visibleFrom="sm">{formatTime(item.expiresAt)}</TimeCell>
          <Table.Td>
            <Group gap={4} justify="flex-end" wrap="nowrap">
              <Button
                size="compact-sm"
                variant="light"
                loading={restoring === item.id}
                aria-label={t('trash.restoreNamed', { name: item.name })}
                onClick={() => onRestore(item)}
              >
                {t('trash.restore')}
              </Button>
              <RowMenu
                label={t('trash.actionsOf', { name: item.name })}
                actions={[{ label: t('trash.purge'), isDangerous: true, onClick: () => onPurge(item) }]}
              />
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  );
}
