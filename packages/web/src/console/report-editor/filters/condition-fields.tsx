import { Select, TagsInput, Text, TextInput } from '@mantine/core';
import { canonicalOperator } from '@oriel/dashboard/filter-operators';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { findText } from '../../../messages/dashboard-texts.ts';
import { find, t } from '../../../messages/report-editor-texts.ts';
import { useReportRows } from '../../data-model/use-report-rows.ts';
import { DateRangeField, DayInput } from '../fields/date-range-field.tsx';
import { inputFor, operatorsFor, textsOf, withOperator } from '../query/filter-conditions.ts';
import type { ModelMember } from '../../data-model/model-members.ts';
import type { DraftCondition, FilterValue } from '../query/query-draft.ts';
import styles from '../fields/report-editor.module.css';

interface ConditionFieldsProps {
  deploymentId: number;
  condition: DraftCondition;
  /** Undefined for one that the viewer's model does not have. */
  member: ModelMember | undefined;
  title: string;
  onChange(condition: DraftCondition): void;
}

/** A condition: its member, what must hold, and the values that it takes. */
export function ConditionFields({ deploymentId, condition, member, title, onChange }: ConditionFieldsProps) {
  const { operator, values } = condition;
  const input = inputFor(operator, member?.type);
  const setValues = (next: readonly FilterValue[]) => onChange({ ...condition, values: next });
  const [first] = textsOf(values);
  const label = t('query.valueOf', { member: title });
  return (
    <>
      <Text size="sm" className={styles.conditionName}>
        {title}
      </Text>
      {!member && (
        <Text size="xs" c="orange">
          {t('query.unknown')}
        </Text>
      )}
      <Select
        size="xs"
        w={170}
        allowDeselect={false}
        aria-label={t('query.operatorOf', { member: title })}
        value={operator}
        data={operatorsFor(member, operator).map((name) => ({
          value: name,
          label: operatorText(name, member?.type),
        }))}
        onChange={(name) => name !== null && onChange(withOperator(condition, name, member?.type))}
      />
      {input === 'values' && (
        <ValuesField
          deploymentId={deploymentId}
          member={member}
          label={label}
          values={textsOf(values)}
          // What is no text, such as no value at all, stays.
          onChange={(texts) => setValues([...values.filter((value) => value === null), ...texts])}
        />
      )}
      {input === 'number' && (
        <TextInput
          size="xs"
          w={140}
          inputMode="decimal"
          aria-label={label}
          value={first ?? ''}
          onChange={({ target }) => setValues(target.value === '' ? [] : [target.value])}
        />
      )}
      {input === 'boolean' && (
        <Select
          size="xs"
          w={110}
          allowDeselect={false}
          aria-label={label}
          value={first ?? 'true'}
          data={[
            { value: 'true', label: t('query.true') },
            { value: 'false', label: t('query.false') },
          ]}
          onChange={(value) => value !== null && setValues([value])}
        />
      )}
      {input === 'date' && isDay(first) && (
        <DayInput label={label} value={first ?? ''} onChange={(day) => setValues(day === '' ? [] : [day])} />
      )}
      {input === 'date' && !isDay(first) && (
        <TextInput
          size="xs"
          w={160}
          aria-label={label}
          value={first}
          onChange={({ target }) => setValues(target.value === '' ? [] : [target.value])}
        />
      )}
      {input === 'range' && (
        <DateRangeField
          label={title}
          isNeeded
          value={rangeOf(values)}
          onChange={(range) =>
            setValues(range === undefined ? [] : typeof range === 'string' ? [range] : range)
          }
        />
      )}
    </>
  );
}

/** Whether a value is one that a calendar can show: none, or a day without a time. */
const isDay = (value: string | undefined) => value === undefined || /^\d{4}-\d{2}-\d{2}$/.test(value);

/** One value is words or a day. */
function rangeOf(values: readonly FilterValue[]): string | readonly string[] | undefined {
  const [first, ...others] = textsOf(values);
  if (first === undefined) return undefined;
  return others.length === 0 ? first : [first, ...others];
}

/** An operator in words: those of the query API that dashboards have as well have their words. */
function operatorText(operator: string, type: string | undefined): string {
  const own = find(`operator.${operator}`);
  if (own !== undefined) return own;
  const name = canonicalOperator(operator);
  const found = type === 'time' ? findText(`condition.time.${name}`) : undefined;
  return found ?? findText(`condition.any.${name}`) ?? operator;
}

interface ValuesFieldProps {
  deploymentId: number;
  member: ModelMember | undefined;
  label: string;
  values: string[];
  onChange(values: string[]): void;
}

const MAX_SUGGESTIONS = 50;

/** Values as one types them; those that are in the data are offered. */
function ValuesField({ deploymentId, member, label, values, onChange }: ValuesFieldProps) {
  const [search, setSearch] = useState('');
  const [isFocused, setFocused] = useState(false);
  const [settled] = useDebouncedValue(search.trim(), 250);
  const isListed = isFocused && member?.kind === 'dimension' && member.type === 'string' && member.hasValues;
  const query = isListed && {
    dimensions: [member.name],
    ...(settled !== '' && { filters: [{ member: member.name, operator: 'contains', values: [settled] }] }),
    order: [[member.name, 'asc']],
    limit: MAX_SUGGESTIONS,
  };
  const found = useReportRows(deploymentId, query ? JSON.stringify(query) : undefined, true);
  const offered = member
    ? (found.data?.rows ?? []).flatMap((row) => {
        const value = row[member.name];
        return typeof value === 'string' && value !== '' ? [value] : [];
      })
    : [];
  return (
    <TagsInput
      size="xs"
      miw={180}
      maw={420}
      aria-label={label}
      placeholder={values.length === 0 ? t('query.values') : undefined}
      value={values}
      data={offered}
      searchValue={search}
      splitChars={member?.type === 'number' ? [',', ';', ' '] : []}
      acceptValueOnBlur
      onSearchChange={setSearch}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onChange={onChange}
    />
  );
}
