import { ActionIcon, Avatar, Group, Select, Stack, Text } from '@mantine/core';
import type { AccessSubject, ItemAccessEntry } from '@oriel/contract';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useSurface } from '../surface/surface.ts';
import { levelsFor, subjectKey } from './share-api.ts';
import { subjectHint, subjectName } from './subject-name.ts';

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
    <Subjects label={label} none={none} isEmpty={entries.length === 0}>
      {entries.map((entry) => (
        <EntryRow key={subjectKey(entry)} entry={entry} onChange={onChange} />
      ))}
    </Subjects>
  );
}

interface SubjectListProps {
  label: string;
  subjects: readonly AccessSubject[];
  /** What is said where there are none. */
  none: string;
  onRemove(subject: AccessSubject): void;
}

/** With whom something is shared that one can read and nothing else. */
export function SubjectList({ label, subjects, none, onRemove }: SubjectListProps) {
  const { embedTenant } = useSurface();
  return (
    <Subjects label={label} none={none} isEmpty={subjects.length === 0}>
      {subjects.map((subject) => (
        <Group key={subjectKey(subject)} justify="space-between" wrap="nowrap" role="listitem">
          <SubjectLabel name={subjectName(subject)} hint={subjectHint(subject, embedTenant)} />
          <RemoveButton name={subjectName(subject)} onRemove={() => onRemove(subject)} />
        </Group>
      ))}
    </Subjects>
  );
}

interface SubjectsProps {
  label: string;
  none: string | undefined;
  isEmpty: boolean;
  children: ReactNode;
}

function Subjects({ label, none, isEmpty, children }: SubjectsProps) {
  return (
    <section aria-label={label}>
      <Text size="sm" fw={600} mb={6}>
        {label}
      </Text>
      {isEmpty && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      <Stack gap="xs" role="list">
        {children}
      </Stack>
    </section>
  );
}

function SubjectLabel({ name, hint }: { name: string; hint: string | undefined }) {
  return (
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
  );
}

function RemoveButton({ name, onRemove }: { name: string; onRemove(): void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      data-part="remove"
      aria-label={t('share.remove', { name })}
      onClick={({ currentTarget }) => {
        moveFocus(currentTarget);
        onRemove();
      }}
    >
      <IconX size={15} />
    </ActionIcon>
  );
}

/**
 * The row of a button goes: the focus moves to the next row, else to the one before, else to where the dialog began.
 */
function moveFocus(button: HTMLElement): void {
  const row = button.closest('[role=listitem]');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next =
    neighbour?.querySelector<HTMLElement>('[data-part=remove]') ??
    button.closest('[role=dialog]')?.querySelector<HTMLElement>('[data-autofocus]');
  next?.focus();
}

function EntryRow({
  entry,
  onChange,
}: { entry: ItemAccessEntry } & { onChange: EntryListProps['onChange'] | undefined }) {
  const { embedTenant } = useSurface();
  const name = subjectName(entry);
  const levels = levelsFor(entry);
  // What the reader does not see has no name.
  const hint = entry.inheritedFrom?.name
    ? t('share.from', { name: entry.inheritedFrom.name })
    : subjectHint(entry, embedTenant);
  return (
    <Group justify="space-between" wrap="nowrap" role="listitem">
      <SubjectLabel name={name} hint={hint} />
      {onChange ? (
        <Group gap={4} wrap="nowrap">
          <Select
            aria-label={t('share.levelOf', { name })}
            size="xs"
            w={120}
            allowDeselect={false}
            disabled={levels.length === 1}
            data={levels.map((level) => ({ value: level, label: t(`share.level.${level}`) }))}
            value={entry.level}
            onChange={(value) => onChange(entry, levels.find((level) => level === value) ?? entry.level)}
          />
          <RemoveButton name={name} onRemove={() => onChange(entry, undefined)} />
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t(`share.level.${entry.level}`)}
        </Text>
      )}
    </Group>
  );
}
