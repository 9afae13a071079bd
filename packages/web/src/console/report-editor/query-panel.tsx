import { ActionIcon, Alert, Button, Group, NumberInput, Select, Text } from '@mantine/core';
import { IconArrowUp, IconSortAscending, IconSortDescending, IconX } from '@tabler/icons-react';
import { pageLanguage } from '../../messages/language.ts';
import { t } from '../../messages/report-editor-texts.ts';
import type { Model } from '../data-model/model-members.ts';
import type { ColumnActions } from './columns/column-menu.tsx';
import { ColumnPills } from './columns/column-pills.tsx';
import { ComparedPills } from './columns/compared-pills.tsx';
import { comparedColumnTitle } from './query/comparison-text.ts';
import { comparedColumns, type DraftComparison } from './query/comparisons.ts';
import { FilterList, type FilterListProps } from './filters/filter-list.tsx';
import { columnTitle } from './query/granularity-text.ts';
import {
  orderKeys,
  withLimit,
  withOrder,
  withOrderEarlier,
  type Direction,
  type QueryDraft,
} from './query/query-draft.ts';
import styles from './fields/report-editor.module.css';

interface QueryPanelProps extends Pick<FilterListProps, 'added' | 'onAdd'> {
  deploymentId: number;
  model: Model;
  draft: QueryDraft;
  comparisons: readonly DraftComparison[];
  actions: ColumnActions;
  onComparison(comparison: DraftComparison): void;
  onUncompare(comparison: DraftComparison): void;
  /** What the draft has and the editor shows nothing of, and what takes it away. */
  kept: readonly { name: string; onRemove(): void }[];
  titleOf(member: string): string;
  edit(change: (draft: QueryDraft) => QueryDraft, subject?: string): void;
}

/** The query of a report: its columns, its conditions, the order of its rows and how many there are at most. */
export function QueryPanel(props: QueryPanelProps) {
  const { deploymentId, model, draft, comparisons, actions, kept, titleOf, edit, added, onAdd } = props;
  const compared = comparedColumns(comparisons);
  const keys = orderKeys(
    draft,
    compared.map(({ key }) => key),
  );
  const ordered = draft.order.map(({ key }) => key);
  const free = keys.filter((key) => !ordered.includes(key));
  const nameOf = (key: string) => {
    const column = compared.find((each) => each.key === key);
    return column ? comparedColumnTitle(column, titleOf) : columnTitle(key, titleOf);
  };
  return (
    <section className={styles.query} aria-label={t('query.title')}>
      <Row label={t('query.columns')}>
        <ColumnPills {...{ model, draft, actions, titleOf, edit }}>
          {comparisons.length > 0 && (
            <ComparedPills
              {...{ comparisons, titleOf }}
              onEdit={props.onComparison}
              onRemove={props.onUncompare}
            />
          )}
        </ColumnPills>
      </Row>
      <Row label={t('query.filters')}>
        <FilterList {...{ deploymentId, model, draft, titleOf, edit, added, onAdd }} />
      </Row>
      <Row label={t('query.order')}>
        <Group gap={6}>
          {draft.order.map(({ key, direction }, index) => (
            <span className={styles.pill} key={key}>
              <span>{nameOf(key)}</span>
              <DirectionButton
                name={nameOf(key)}
                direction={direction}
                onTurn={(turned) => edit((now) => withOrder(now, key, turned))}
              />
              {index > 0 && (
                <ActionIcon
                  size="xs"
                  variant="subtle"
                  color="gray"
                  aria-label={t('query.earlier', { member: nameOf(key) })}
                  onClick={() => edit((now) => withOrderEarlier(now, key))}
                >
                  <IconArrowUp size={12} />
                </ActionIcon>
              )}
              <ActionIcon
                size="xs"
                variant="subtle"
                color="gray"
                aria-label={t('query.unorder', { member: nameOf(key) })}
                onClick={() => edit((now) => withOrder(now, key, undefined))}
              >
                <IconX size={12} />
              </ActionIcon>
            </span>
          ))}
          {free.length > 0 && (
            <Select
              size="xs"
              w={180}
              value={null}
              aria-label={t('query.addOrder')}
              placeholder={t('query.addOrder')}
              data={free.map((key) => ({ value: key, label: nameOf(key) }))}
              onChange={(key) => key !== null && edit((now) => withOrder(now, key, firstDirection(now, key)))}
            />
          )}
          <NumberInput
            size="xs"
            w={140}
            aria-label={t('query.limit')}
            leftSection={
              <Text size="xs" c="dimmed">
                {t('query.limitShort')}
              </Text>
            }
            leftSectionWidth={58}
            placeholder={t('query.noLimit')}
            min={1}
            max={50_000}
            allowDecimal={false}
            allowNegative={false}
            {...numberSeparators()}
            value={draft.limit ?? ''}
            onChange={(value) =>
              edit((now) => withLimit(now, typeof value === 'number' ? value : undefined), 'limit')
            }
          />
        </Group>
      </Row>
      {kept.length > 0 && (
        <Alert color="gray" p="xs" role="note">
          <Text size="sm">{t('query.kept')}</Text>
          <Group gap={6} mt={4}>
            {kept.map(({ name, onRemove }) => (
              <Button
                key={name}
                size="compact-xs"
                variant="default"
                rightSection={<IconX size={12} />}
                aria-label={t('query.removeKept', { name })}
                onClick={onRemove}
              >
                {name}
              </Button>
            ))}
          </Group>
        </Alert>
      )}
    </section>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={styles.queryRow} role="group" aria-label={label}>
      <Text size="xs" c="dimmed" fw={600} className={styles.rowLabel}>
        {label}
      </Text>
      <div className={styles.grow}>{children}</div>
    </div>
  );
}

interface DirectionButtonProps {
  name: string;
  direction: Direction;
  onTurn(direction: Direction): void;
}

function DirectionButton({ name, direction, onTurn }: DirectionButtonProps) {
  const isUp = direction === 'asc';
  const SortIcon = isUp ? IconSortAscending : IconSortDescending;
  return (
    <ActionIcon
      size="xs"
      variant="subtle"
      color="gray"
      aria-label={t(isUp ? 'query.ascending' : 'query.descending', { member: name })}
      onClick={() => onTurn(isUp ? 'desc' : 'asc')}
    >
      <SortIcon size={14} />
    </ActionIcon>
  );
}

/** How the page's language separates the digits of a number. */
function numberSeparators(): { thousandSeparator: string; decimalSeparator: string } {
  const parts = new Intl.NumberFormat(pageLanguage()).formatToParts(10_000.5);
  const textOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value;
  return { thousandSeparator: textOf('group') ?? '', decimalSeparator: textOf('decimal') ?? '.' };
}

/** Of numbers people want the largest, of all else the first. */
const firstDirection = (draft: QueryDraft, key: string): Direction =>
  draft.measures.includes(key) ? 'desc' : 'asc';
