import { Group, NumberInput, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages/report-editor-texts.ts';
import { orderedCells, type TableStyle } from './chart-choice.ts';
import { cellOf, isCompared, type ChartColumn } from './chart-column.ts';
import { MoveButtons } from '../fields/move-buttons.tsx';
import { StyleSection } from '../fields/style-section.tsx';

interface TableColumnFieldsProps {
  columns: readonly ChartColumn[];
  style: TableStyle;
  onChange(style: TableStyle, subject?: string): void;
}

/** What the contract takes of widths, in pixels. */
const [MIN_WIDTH, MAX_WIDTH, STEP] = [20, 4000, 10];

/** The widths of a table's columns, and the places of comparisons of periods, which are no columns of the query. */
export function TableColumnFields({ columns, style, onChange }: TableColumnFieldsProps) {
  const [moved, setMoved] = useState('');
  const cells = orderedCells(columns, style.order);
  const columnOf = (cell: string) => columns.find((column) => cellOf(column) === cell);
  const { widths = {} } = style;
  const setWidth = (cell: string, width: number | string) => {
    const { [cell]: _, ...others } = widths;
    const isWidth = typeof width === 'number' && width >= MIN_WIDTH && width <= MAX_WIDTH;
    onChange({ ...style, widths: isWidth ? { ...others, [cell]: width } : others }, `width ${cell}`);
  };
  const move = (cell: string, title: string, by: -1 | 1) => {
    const to = cells.indexOf(cell) + by;
    onChange({ ...style, order: cells.filter((each) => each !== cell).toSpliced(to, 0, cell) });
    setMoved(t('query.moved', { member: title, at: to + 1, count: cells.length }));
  };
  return (
    <StyleSection
      heading={t('style.table.columns')}
      isUsed={style.order !== undefined || Object.keys(widths).length > 0}
    >
      <Stack gap={6}>
        {cells.map((cell, index) => {
          const column = columnOf(cell);
          const title = column?.title ?? cell;
          return (
            <Group key={cell} gap={4} wrap="nowrap" justify="space-between" data-table-column={cell}>
              <Text size="xs" truncate title={title} style={{ flex: 1 }}>
                {title}
              </Text>
              {column && isCompared(column) && (
                <MoveButtons
                  {...{ title, index }}
                  count={cells.length}
                  onMove={(by) => move(cell, title, by)}
                />
              )}
              <NumberInput
                size="xs"
                w={84}
                hideControls
                aria-label={t('style.table.width', { member: title })}
                placeholder={t('style.automatic')}
                min={MIN_WIDTH}
                max={MAX_WIDTH}
                step={STEP}
                startValue={120}
                allowDecimal={false}
                allowNegative={false}
                value={widths[cell] ?? ''}
                onChange={(width) => setWidth(cell, width)}
              />
            </Group>
          );
        })}
        <VisuallyHidden role="status">{moved}</VisuallyHidden>
      </Stack>
    </StyleSection>
  );
}
