import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { t } from '../../../messages/report-editor-texts.ts';
import { ConditionFields } from './condition-fields.tsx';
import { DateRangeField } from '../fields/date-range-field.tsx';
import { newCondition } from '../query/filter-conditions.ts';
import { canJoin, sourcesOf, type Model, type ModelMember } from '../../data-model/model-members.ts';
import {
  namedMembers,
  withDateRange,
  withFilter,
  withFilterAt,
  withoutFilterAt,
  type QueryDraft,
} from '../query/query-draft.ts';
import styles from '../fields/report-editor.module.css';

export interface FilterListProps {
  deploymentId: number;
  model: Model;
  draft: QueryDraft;
  titleOf(member: string): string;
  edit(change: (draft: QueryDraft) => QueryDraft, subject?: string): void;
  /** What was filtered by last: its fields have the focus. */
  added: AddedFilter | undefined;
  onAdd(member: ModelMember, change: (draft: QueryDraft) => QueryDraft): void;
}

/** The member of a filter that was just added; another object each time. */
export interface AddedFilter {
  readonly member: string;
}

/** What limits the rows: ranges of time dimensions, and conditions that all hold. */
export function FilterList({ deploymentId, model, draft, titleOf, edit, added, onAdd }: FilterListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (added) fieldOf(list.current, added)?.focus();
  }, [added]);
  const times = draft.times.filter(
    ({ dimension }, index) => draft.times.findIndex((time) => time.dimension === dimension) === index,
  );
  return (
    <Stack ref={list} gap={6} align="flex-start">
      {times.map(({ dimension, dateRange, rest }) =>
        'compareDateRange' in rest ? null : (
          <Group key={dimension} gap={6} className={styles.condition} data-filters={dimension}>
            <Text size="sm" className={styles.conditionName}>
              {titleOf(dimension)}
            </Text>
            <DateRangeField
              label={titleOf(dimension)}
              value={dateRange}
              onChange={(range) => edit((now) => withDateRange(now, dimension, range), `range ${dimension}`)}
            />
          </Group>
        ),
      )}
      {draft.filters.map((filter, index) => (
        // Conditions have nothing that tells them apart but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Group
          key={index}
          gap={6}
          className={styles.condition}
          data-filters={filter.kind === 'kept' ? undefined : filter.member}
        >
          {filter.kind === 'kept' ? (
            <Text size="sm" ff="monospace" className={styles.keptFilter} title={t('query.keptFilter')}>
              {JSON.stringify(filter.filter)}
            </Text>
          ) : (
            <ConditionFields
              deploymentId={deploymentId}
              condition={filter}
              member={model.members.get(filter.member)}
              title={titleOf(filter.member)}
              onChange={(changed) => edit((now) => withFilterAt(now, index, changed), `filter ${index}`)}
            />
          )}
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('query.removeFilter', {
              member: filter.kind === 'kept' ? String(index + 1) : titleOf(filter.member),
            })}
            onClick={() => edit((now) => withoutFilterAt(now, index))}
          >
            <IconX size={14} />
          </ActionIcon>
        </Group>
      ))}
      <AddFilter {...{ model, draft, onAdd }} />
    </Stack>
  );
}

/** The first field of the last filter on a member. */
function fieldOf(list: HTMLElement | null, { member }: AddedFilter): HTMLElement | null | undefined {
  const filters = list?.querySelectorAll(`[data-filters="${CSS.escape(member)}"]`) ?? [];
  return [...filters].at(-1)?.querySelector<HTMLElement>('input:not([type=hidden]), button');
}

/** More are found by searching. */
const MOST = 200;

/** Adds a condition on a member that can stand in the same query. */
function AddFilter({ model, draft, onAdd }: Pick<FilterListProps, 'model' | 'draft' | 'onAdd'>) {
  const [used] = sourcesOf(model, namedMembers(draft));
  if (!used) return null;
  const sources = model.sources.filter((source) => canJoin(source, used));
  const data = sources.map((source) => ({
    group: source.title,
    items: source.members
      .filter(({ kind }) => kind !== 'segment')
      .map(({ name, title }) => ({ value: name, label: title })),
  }));
  return (
    <Select
      size="xs"
      w={200}
      searchable
      limit={MOST}
      value={null}
      aria-label={t('query.addFilter')}
      placeholder={t('query.addFilter')}
      nothingFoundMessage={t('members.none')}
      data={data}
      maxDropdownHeight={320}
      onChange={(name) => {
        const member = model.members.get(name ?? '');
        if (member) onAdd(member, (now) => withFilter(now, newCondition(member.name, member)));
      }}
    />
  );
}
