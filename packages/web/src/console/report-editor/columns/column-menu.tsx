import { Menu } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconCalendarPlus,
  IconCalendarTime,
  IconDecimal,
  IconMathFunction,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react';
import { t } from '../../../messages/report-editor-texts.ts';
import type { Model } from '../../data-model/model-members.ts';
import { withOrder, type Direction, type DraftColumn, type QueryDraft } from '../query/query-draft.ts';

/** What can be done with a column besides what its query says of it. */
export interface ColumnActions {
  /** The time dimension that has a row for each of its buckets. */
  readonly filledTime: string | undefined;
  onFill(member: string | undefined): void;
  /** Undefined where comparisons cannot be added. */
  onCompare: ((measure: string) => void) | undefined;
  /** Undefined where formats cannot be chosen. */
  readonly onFormat: ((key: string) => void) | undefined;
  /** Undefined for a member that is no calculated field of this query. */
  onCalculation(member: string): (() => void) | undefined;
}

interface ColumnMenuProps {
  column: DraftColumn;
  model: Model;
  draft: QueryDraft;
  actions: ColumnActions;
  /** The columns of its kind on both sides: it may take their places. */
  before: DraftColumn | undefined;
  after: DraftColumn | undefined;
  edit(change: (draft: QueryDraft) => QueryDraft): void;
  onMove(target: DraftColumn): void;
}

/** What is done with a column: its place, its order, and what its kind allows. */
export function ColumnMenu({ column, model, draft, actions, edit, before, after, onMove }: ColumnMenuProps) {
  const { key, member, group } = column;
  const ordered = draft.order.find((entry) => entry.key === key)?.direction;
  const onCalculation = actions.onCalculation(member);
  const isNumber =
    group === 'measures' || (group === 'dimensions' && model.members.get(member)?.type === 'number');
  const isFilled = actions.filledTime === member;
  const order = (direction: Direction) =>
    edit((now) => withOrder(now, key, ordered === direction ? undefined : direction));
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowLeft size={15} />}
        disabled={!before}
        onClick={() => before && onMove(before)}
      >
        {t('query.moveEarlier')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowRight size={15} />}
        disabled={!after}
        onClick={() => after && onMove(after)}
      >
        {t('query.moveLater')}
      </Menu.Item>
      {group !== 'segments' && (
        <>
          <Menu.Divider />
          <Menu.CheckboxItem
            checked={ordered === 'asc'}
            rightSection={<IconSortAscending size={15} />}
            onChange={() => order('asc')}
          >
            {t('query.orderUp')}
          </Menu.CheckboxItem>
          <Menu.CheckboxItem
            checked={ordered === 'desc'}
            rightSection={<IconSortDescending size={15} />}
            onChange={() => order('desc')}
          >
            {t('query.orderDown')}
          </Menu.CheckboxItem>
        </>
      )}
      {group === 'times' && (
        <>
          <Menu.Divider />
          <Menu.CheckboxItem
            checked={isFilled}
            rightSection={<IconCalendarPlus size={15} />}
            onChange={() => actions.onFill(isFilled ? undefined : member)}
          >
            {t('query.fill')}
          </Menu.CheckboxItem>
        </>
      )}
      {group === 'measures' && actions.onCompare && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconCalendarTime size={15} />} onClick={() => actions.onCompare?.(member)}>
            {t('compare.add')}
          </Menu.Item>
        </>
      )}
      {isNumber && actions.onFormat && (
        <Menu.Item leftSection={<IconDecimal size={15} />} onClick={() => actions.onFormat?.(key)}>
          {t('format.choose')}
        </Menu.Item>
      )}
      {onCalculation && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconMathFunction size={15} />} onClick={onCalculation}>
            {t('calculate.edit')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
