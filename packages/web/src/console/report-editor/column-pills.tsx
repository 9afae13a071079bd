import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from '../../messages/report-editor-texts.ts';
import type { Model } from '../data-model/model-members.ts';
import { withGranularity, withoutMember, type DraftTime, type QueryDraft } from './query-draft.ts';
import { granularityText, usualGranularities } from './granularity-text.ts';
import styles from './report-editor.module.css';

interface ColumnPillsProps {
  model: Model;
  draft: QueryDraft;
  titleOf(member: string): string;
  edit(change: (draft: QueryDraft) => QueryDraft): void;
}

/** The members that are asked for, each with what takes it out, and a time with how it is cut. */
export function ColumnPills({ model, draft, titleOf, edit }: ColumnPillsProps) {
  const cut = draft.times.filter(({ granularity }) => granularity !== undefined);
  const members = [...draft.dimensions, ...draft.measures, ...draft.segments];
  if (cut.length + members.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('query.empty')}
      </Text>
    );
  const remove = (name: string) => edit((now) => withoutMember(now, name));
  return (
    <Group gap={6}>
      {cut.map((time) => (
        <Pill
          key={`${time.dimension}.${time.granularity}`}
          title={titleOf(time.dimension)}
          kind="time"
          isKnown={model.members.has(time.dimension)}
          onRemove={() => remove(time.dimension)}
        >
          <GrainSelect
            model={model}
            time={time}
            title={titleOf(time.dimension)}
            onChange={(grain) => edit((now) => withGranularity(now, time.dimension, grain))}
          />
        </Pill>
      ))}
      {members.map((name) => {
        const isMeasure = draft.measures.includes(name);
        return (
          <Pill
            key={name}
            title={titleOf(name)}
            kind={isMeasure ? 'measure' : draft.segments.includes(name) ? 'segment' : 'dimension'}
            isKnown={model.members.has(name.split('.').slice(0, 2).join('.'))}
            onRemove={() => remove(name)}
          />
        );
      })}
    </Group>
  );
}

interface PillProps {
  title: string;
  kind: string;
  isKnown: boolean;
  onRemove(): void;
  children?: React.ReactNode;
}

function Pill({ title, kind, isKnown, onRemove, children }: PillProps) {
  return (
    <span className={styles.pill} data-kind={kind} data-unknown={!isKnown || undefined}>
      <span>{title}</span>
      {!isKnown && (
        <Text span size="xs">
          {t('query.unknown')}
        </Text>
      )}
      {children}
      <ActionIcon
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={t('query.remove', { member: title })}
        onClick={onRemove}
      >
        <IconX size={12} />
      </ActionIcon>
    </span>
  );
}

interface GrainSelectProps {
  model: Model;
  time: DraftTime;
  title: string;
  onChange(granularity: string): void;
}

function GrainSelect({ model, time, title, onChange }: GrainSelectProps) {
  const own = model.members.get(time.dimension)?.granularities ?? [];
  const titles = new Map(own.map((grain) => [grain.name, grain.title]));
  const names = new Set([...usualGranularities, ...titles.keys(), time.granularity ?? 'month']);
  return (
    <Select
      size="xs"
      w={116}
      variant="unstyled"
      className={styles.grain}
      allowDeselect={false}
      aria-label={t('query.granularity', { member: title })}
      value={time.granularity ?? null}
      data={[...names].map((name) => ({ value: name, label: titles.get(name) ?? granularityText(name) }))}
      comboboxProps={{ width: 190, position: 'bottom-start' }}
      onChange={(name) => name !== null && onChange(name)}
    />
  );
}
