import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from '../../messages/report-editor-texts.ts';
import { ConditionFields } from './condition-fields.tsx';
import { DateRangeField } from './date-range-field.tsx';
import { newCondition } from './filter-conditions.ts';
import { canJoin, sourcesOf, type Model } from '../data-model/model-members.ts';
import {
  namedMembers,
  withDateRange,
  withFilter,
  withFilterAt,
  withoutFilterAt,
  type QueryDraft,
} from './query-draft.ts';
import styles from './report-editor.module.css';

interface FilterListProps {
  deploymentId: number;
  model: Model;
  draft: QueryDraft;
  titleOf(member: string): string;
  edit(change: (draft: QueryDraft) => QueryDraft, subject?: string): void;
}

/** What limits the rows: ranges of time dimensions, and conditions that all hold. */
export function FilterList({ deploymentId, model, draft, titleOf, edit }: FilterListProps) {
  const times = draft.times.filter(
    ({ dimension }, index) => draft.times.findIndex((time) => time.dimension === dimension) === index,
  );
  return (
    <Stack gap={6} align="flex-start">
      {times.map(({ dimension, dateRange, rest }) =>
        'compareDateRange' in rest ? null : (
          <Group key={dimension} gap={6} className={styles.condition}>
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
        <Group key={index} gap={6} className={styles.condition}>
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
      <AddFilter {...{ model, draft, edit }} />
    </Stack>
  );
}

/** More are found by searching. */
const MOST = 200;

/** Adds a condition on a member that can stand in the same query. */
function AddFilter({ model, draft, edit }: Pick<FilterListProps, 'model' | 'draft' | 'edit'>) {
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
        if (member) edit((now) => withFilter(now, newCondition(member.name, member)));
      }}
    />
  );
}
