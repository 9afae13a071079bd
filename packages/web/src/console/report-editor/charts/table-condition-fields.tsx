import {
  Button,
  ColorInput,
  Fieldset,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import type { TableCondition } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { findText } from '../../../messages/dashboard-texts.ts';
import { t } from '../../../messages/report-editor-texts.ts';
import type { TableStyle } from './chart-choice.ts';
import { cellOf, type ChartColumn } from './chart-column.ts';
import { RemoveButton } from '../columns/column-pills.tsx';
import { DayInput } from '../fields/date-range-field.tsx';
import { MoveButtons } from '../fields/move-buttons.tsx';
import { StyleSection } from '../fields/style-section.tsx';
import { operatorsOf, valueOf, withConditionOperator } from './table-conditions.ts';

interface TableConditionFieldsProps {
  columns: readonly ChartColumn[];
  style: TableStyle;
  onChange(style: TableStyle, subject?: string): void;
}

/** What the contract takes. */
const MAX_CONDITIONS = 50;
const FIRST_GROUND = '#ffe3e3';

/** Looks by value: of cells or rows, those further down before those further up. */
export function TableConditionFields({ columns, style, onChange }: TableConditionFieldsProps) {
  const { conditions = [] } = style;
  const list = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState(0);
  const [moved, setMoved] = useState('');
  useEffect(() => {
    if (added > 0) list.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus();
  }, [added]);
  const set = (next: readonly TableCondition[], subject?: string) =>
    onChange({ ...style, conditions: next }, subject);
  const add = () => {
    const column = columns.find(({ kind }) => kind === 'measure') ?? columns[0];
    if (!column) return;
    setAdded((count) => count + 1);
    const operator = column.kind === 'measure' ? 'greater_than' : 'equals';
    set([...conditions, { field: cellOf(column), operator, backgroundColor: FIRST_GROUND }]);
  };
  const move = (index: number, by: -1 | 1, title: string) => {
    const condition = conditions[index];
    const to = index + by;
    if (!condition) return;
    set(conditions.toSpliced(index, 1).toSpliced(to, 0, condition));
    setMoved(t('query.moved', { member: title, at: to + 1, count: conditions.length }));
    // The fields are drawn by their places: the focus goes along with the format.
    const field = list.current?.querySelectorAll('fieldset')[to];
    field?.querySelector<HTMLElement>(`[data-move='${by}']`)?.focus();
  };
  return (
    <StyleSection heading={t('style.table.conditions')} isUsed={conditions.length > 0}>
      <Stack gap="xs" ref={list}>
        {conditions.map((condition, index) => (
          <ConditionField
            // They have no names, and two may be the same.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            columns={columns}
            condition={condition}
            onChange={(changed, part) =>
              set(conditions.with(index, changed), part && `look ${index} ${part}`)
            }
            onRemove={() => set(conditions.toSpliced(index, 1))}
            place={{ index, count: conditions.length }}
            onMove={(by, title) => move(index, by, title)}
          />
        ))}
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconPlus size={13} />}
          disabled={conditions.length >= MAX_CONDITIONS}
          onClick={add}
        >
          {t('style.table.addCondition')}
        </Button>
        <VisuallyHidden role="status">{moved}</VisuallyHidden>
      </Stack>
    </StyleSection>
  );
}

interface ConditionFieldProps {
  columns: readonly ChartColumn[];
  condition: TableCondition;
  onChange(condition: TableCondition, part?: string): void;
  onRemove(): void;
  place: { index: number; count: number };
  onMove(by: -1 | 1, name: string): void;
}

function ConditionField(props: ConditionFieldProps) {
  const { columns, condition, onChange, onRemove, place, onMove } = props;
  const { field, operator, applyTo } = condition;
  const column = columns.find((each) => cellOf(each) === field);
  const title = column?.title ?? field;
  const name = t('style.table.condition', { member: title });
  const setColor = (part: 'color' | 'backgroundColor', value: string) => {
    if (!isCssValue(value) && value !== '') return;
    const { [part]: _, ...others } = condition;
    onChange(value === '' ? others : { ...others, [part]: value }, part);
  };
  const color = (part: 'color' | 'backgroundColor') => (
    <ColorInput
      size="xs"
      label={t(`style.table.${part}`)}
      placeholder={t('style.automatic')}
      eyeDropperButtonProps={{ 'aria-label': t('style.pick') }}
      value={condition[part] ?? ''}
      onChange={(value) => setColor(part, value)}
    />
  );
  return (
    <Fieldset
      p={8}
      legend={
        <Group gap={2} wrap="nowrap" fz="xs">
          {title}
          {place.count > 1 && <MoveButtons title={name} {...place} onMove={(by) => onMove(by, name)} />}
          <RemoveButton title={name} onRemove={onRemove} />
        </Group>
      }
    >
      <Stack gap={6}>
        <Select
          size="xs"
          aria-label={t('style.table.conditionColumn')}
          allowDeselect={false}
          value={field}
          data={columns.map((each) => ({ value: cellOf(each), label: each.title }))}
          onChange={(cell) => {
            const next = columns.find((each) => cellOf(each) === cell);
            if (next)
              onChange(withConditionOperator({ ...condition, field: cellOf(next) }, operator, next.kind));
          }}
        />
        <Select
          size="xs"
          aria-label={t('query.operatorOf', { member: title })}
          allowDeselect={false}
          value={operator}
          data={operatorsOf(column?.kind, operator).map((name) => ({
            value: name,
            label:
              (column?.kind === 'time' ? findText(`condition.time.${name}`) : undefined) ??
              findText(`condition.any.${name}`) ??
              name,
          }))}
          onChange={(name) => {
            const known = operatorsOf(column?.kind, operator).find((each) => each === name);
            if (known) onChange(withConditionOperator(condition, known, column?.kind));
          }}
        />
        <ValueFields {...{ condition, column, title, onChange }} />
        {color('backgroundColor')}
        {color('color')}
        <Switch
          size="xs"
          label={t('style.table.wholeRow')}
          checked={applyTo === 'row'}
          onChange={({ target }) => {
            const { applyTo: _, ...others } = condition;
            onChange(target.checked ? { ...others, applyTo: 'row' } : others);
          }}
        />
      </Stack>
    </Fieldset>
  );
}

type ValueFieldsProps = Pick<ConditionFieldProps, 'condition' | 'onChange'> & {
  column: ChartColumn | undefined;
  title: string;
};

/** What the column is compared with; nothing where the operator says it all. */
function ValueFields({ condition, column, title, onChange }: ValueFieldsProps) {
  const { operator, value } = condition;
  if (operator === 'is_null' || operator === 'is_not_null') return null;
  if (operator === 'between') {
    const ends = Array.isArray(value) ? value : [];
    const setEnd = (at: 0 | 1, end: number | string) => {
      const [low = 0, high = 0] = ends;
      if (typeof end === 'number')
        onChange({ ...condition, value: at === 0 ? [end, high] : [low, end] }, `${at}`);
    };
    return (
      <Group gap={6} grow wrap="nowrap">
        {([0, 1] as const).map((at) => (
          <NumberInput
            key={at}
            size="xs"
            aria-label={t(at === 0 ? 'style.table.least' : 'style.table.most', { member: title })}
            value={ends[at] ?? ''}
            onChange={(end) => setEnd(at, end)}
          />
        ))}
      </Group>
    );
  }
  const set = (typed: string) => {
    const { value: _, ...others } = condition;
    const read = valueOf(typed, column?.kind);
    onChange(read === undefined ? others : { ...others, value: read }, 'value');
  };
  const text = value === undefined || Array.isArray(value) ? '' : String(value);
  if (column?.kind === 'time')
    return <DayInput label={t('query.valueOf', { member: title })} value={text} onChange={set} />;
  return (
    <TextInput
      size="xs"
      inputMode={column?.kind === 'measure' ? 'decimal' : undefined}
      aria-label={t('query.valueOf', { member: title })}
      placeholder={t('style.table.value')}
      value={text}
      onChange={({ target }) => set(target.value)}
    />
  );
}
