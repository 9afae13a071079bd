import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '../../../messages/report-editor-texts.ts';

interface MoveButtonsProps {
  title: string;
  /** Its place in the list, from zero. */
  index: number;
  count: number;
  onMove(by: -1 | 1): void;
}

/** What moves an entry of a list up and down. */
export function MoveButtons({ title, index, count, onMove }: MoveButtonsProps) {
  return ([-1, 1] as const).map((by) => {
    const isDisabled = index + by < 0 || index + by >= count;
    const Icon = by < 0 ? IconArrowUp : IconArrowDown;
    return (
      <ActionIcon
        key={by}
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={t(by < 0 ? 'style.table.earlier' : 'style.table.later', { member: title })}
        data-move={by}
        // One that is disabled would lose the focus as the entry comes to an end.
        aria-disabled={isDisabled || undefined}
        data-disabled={isDisabled || undefined}
        onClick={() => !isDisabled && onMove(by)}
      >
        <Icon size={13} />
      </ActionIcon>
    );
  });
}
