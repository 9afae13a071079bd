import { MultiSelect, Stack, Switch } from '@mantine/core';
import { t } from '../../../messages/report-editor-texts.ts';
import { TableColumnFields } from './table-column-fields.tsx';
import { TableConditionFields } from './table-condition-fields.tsx';
import { TABLE_SWITCHES, type TableStyle } from './chart-choice.ts';
import { cellOf, type ChartColumn } from './chart-column.ts';

interface TableStyleFieldsProps {
  columns: readonly ChartColumn[];
  style: TableStyle;
  /** @param subject of what is undone together with the change before, when that was about the same */
  onChange(style: TableStyle, subject?: string): void;
}

/** The most dimensions across a pivot. */
const MAX_PIVOT = 5;

/** A table's pivot, totals, bars and colours, its columns, and looks by value. */
export function TableStyleFields({ columns, style, onChange }: TableStyleFieldsProps) {
  const optionsOf = (isMeasure: boolean) =>
    columns
      .filter(({ kind }) => (kind === 'measure') === isMeasure)
      .map((column) => ({ value: cellOf(column), label: column.title }));
  const [measures, groups] = [optionsOf(true), optionsOf(false)];
  const list = (name: 'pivot' | 'bars' | 'scales', data: typeof measures) =>
    data.length > 0 && (
      <MultiSelect
        size="xs"
        label={t(`style.table.${name}`)}
        placeholder={(style[name] ?? []).length === 0 ? t('style.table.none') : undefined}
        data={data}
        maxValues={name === 'pivot' ? MAX_PIVOT : Infinity}
        value={[...(style[name] ?? [])]}
        onChange={(names) => onChange({ ...style, [name]: names })}
      />
    );
  return (
    <Stack gap="xs">
      {list('pivot', groups)}
      {list('bars', measures)}
      {list('scales', measures)}
      {style.pivot && (
        <PartSwitch name="rowTotals" isOn={style.rowTotals === true} {...{ style, onChange }} />
      )}
      {TABLE_SWITCHES.map((name) => (
        <PartSwitch key={name} name={name} isOn={style[name] === true} {...{ style, onChange }} />
      ))}
      {columns.length > 0 && <TableConditionFields {...{ columns, style, onChange }} />}
      {columns.length > 0 && <TableColumnFields {...{ columns, style, onChange }} />}
    </Stack>
  );
}

interface PartSwitchProps {
  name: (typeof TABLE_SWITCHES)[number] | 'rowTotals';
  isOn: boolean;
  style: TableStyle;
  onChange(style: TableStyle): void;
}

function PartSwitch({ name, isOn, style, onChange }: PartSwitchProps) {
  return (
    <Switch
      size="xs"
      label={t(`style.table.${name}`)}
      checked={isOn}
      onChange={() => {
        const { [name]: _, ...others } = style;
        onChange(isOn ? others : { ...others, [name]: true });
      }}
    />
  );
}
