import { UnstyledButton } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { t } from '../../../messages/report-editor-texts.ts';
import { RemoveButton } from './column-pills.tsx';
import { comparedColumnTitle } from '../query/comparison-text.ts';
import type { DraftComparison } from '../query/comparisons.ts';
import styles from '../fields/report-editor.module.css';

interface ComparedPillsProps {
  comparisons: readonly DraftComparison[];
  titleOf(member: string): string;
  onEdit(comparison: DraftComparison): void;
  onRemove(comparison: DraftComparison): void;
}

/** The comparisons of periods, which are columns as well. */
export function ComparedPills({ comparisons, titleOf, onEdit, onRemove }: ComparedPillsProps) {
  return comparisons.map((comparison, index) => {
    const title = comparedColumnTitle({ output: 'previous', comparison }, titleOf);
    return (
      // Two may be the same.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={styles.pill} data-kind="measures">
        <UnstyledButton
          className={styles.pillName}
          aria-label={t('compare.edit', { title })}
          onClick={() => onEdit(comparison)}
        >
          <IconCalendarTime size={14} aria-hidden="true" />
          <span>{title}</span>
        </UnstyledButton>
        <RemoveButton title={title} onRemove={() => onRemove(comparison)} />
      </span>
    );
  });
}
