import { ActionIcon, Avatar, Group, Select, Stack, Text } from '@mantine/core';
import type { ItemAccessEntry } from '@oriel/contract';
import { IconX } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';
import { onlyReads, subjectKey } from './share-api.ts';
import { subjectHint, subjectName } from './subject-name.ts';

const levels = ['read', 'edit', 'manage'] as const;

interface EntryListProps {
  label: string;
  entries: readonly ItemAccessEntry[];
  /** What is said where there are none. */
  none?: string;
  /** With the new level, undefined for none; absent where nothing can be changed. */
  onChange?(entry: ItemAccessEntry, level: ItemAccessEntry['level'] | undefined): void;
}

/** To whom something was given, and how much. */
export function EntryList({ label, entries, none, onChange }: EntryListProps) {
  return (
    <section aria-label={label}>
      <Text size="sm" fw={600} mb={6}>
        {label}
      </Text>
      {entries.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      <Stack gap="xs" role="list">
        {entries.map((entry) => (
          <EntryRow key={subjectKey(entry)} entry={entry} onChange={onChange} />
        ))}
      </Stack>
    </section>
  );
}

function EntryRow({
  entry,
  onChange,
}: { entry: ItemAccessEntry } & { onChange: EntryListProps['onChange'] | undefined }) {
  const name = subjectName(entry);
  const hint = entry.inheritedFrom ? t('share.from', { name: entry.inheritedFrom.name }) : subjectHint(entry);
  return (
    <Group justify="space-between" wrap="nowrap" role="listitem">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Avatar size={30} name={name} color="initials" />
        <div style={{ minWidth: 0 }}>
          <Text size="sm" truncate>
            {name}
          </Text>
          {hint !== undefined && (
            <Text size="xs" c="dimmed" truncate>
              {hint}
            </Text>
          )}
        </div>
      </Group>
      {onChange ? (
        <Group gap={4} wrap="nowrap">
          <Select
            aria-label={t('share.levelOf', { name })}
            size="xs"
            w={120}
            allowDeselect={false}
            disabled={onlyReads(entry)}
            data={levels.map((level) => ({ value: level, label: t(`share.level.${level}`) }))}
            value={entry.level}
            onChange={(value) => onChange(entry, levels.find((level) => level === value) ?? entry.level)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('share.remove', { name })}
            onClick={() => onChange(entry, undefined)}
          >
            <IconX size={15} />
          </ActionIcon>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t(`share.level.${entry.level}`)}
        </Text>
      )}
    </Group>
  );
}
