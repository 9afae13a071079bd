import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t as dashboardText } from '../../../messages/dashboard-texts.ts';
import { t } from '../../../messages/report-editor-texts.ts';
import { TIME_PRESET_NAMES, TIME_PRESETS } from '../../../dashboard/filters/time-presets.ts';
import { DateField } from '../../elements/date-field.tsx';
import type { DateRange } from '../query/query-draft.ts';

interface DateRangeFieldProps {
  label: string;
  value: DateRange | undefined;
  /** Whether there has to be a range; default false. */
  isNeeded?: boolean;
  onChange(value: DateRange | undefined): void;
}

const BETWEEN = 'between';
const WORDS = 'words';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Words of the query API, which are the same in every language. */
const EXAMPLE = 'last 12 weeks';

/** A range of dates: a usual period, two days, or words that the query API reads, such as `last 12 weeks`. */
export function DateRangeField({ label, value, isNeeded = false, onChange }: DateRangeFieldProps) {
  const [asked, setAsked] = useState<string>();
  const text = JSON.stringify(value ?? null);
  const preset = TIME_PRESET_NAMES.find((name) => JSON.stringify(TIME_PRESETS[name]) === text);
  const isMode = asked === BETWEEN || asked === WORDS;
  const mode = isMode ? asked : modeOf(value, preset, isNeeded);
  const [from = '', to = from] = typeof value === 'string' ? [value] : (value ?? []);
  const between = (ends: [string, string]) => {
    const [start, end] = ends;
    onChange(start === '' && end === '' ? undefined : [start || end, end || start]);
  };
  return (
    <>
      <Select
        size="xs"
        w={170}
        allowDeselect={false}
        aria-label={t('query.rangeOf', { member: label })}
        value={mode}
        data={[
          ...TIME_PRESET_NAMES.filter((name) => name !== 'all' || !isNeeded).map((name) => ({
            value: name,
            label: dashboardText(`preset.${name}`),
          })),
          { value: BETWEEN, label: dashboardText('condition.any.between') },
          { value: WORDS, label: t('query.rangeWords') },
        ]}
        onChange={(chosen) => {
          setAsked(chosen ?? undefined);
          const name = TIME_PRESET_NAMES.find((known) => known === chosen);
          if (name) onChange(TIME_PRESETS[name] ?? undefined);
          if (chosen === BETWEEN && !(DAY.test(from) && DAY.test(to))) onChange(undefined);
          if (chosen === WORDS && typeof value !== 'string') onChange(undefined);
        }}
      />
      {mode === BETWEEN && (
        <>
          <DayInput
            label={t('query.fromOf', { member: label })}
            value={from}
            onChange={(day) => between([day, DAY.test(to) ? to : ''])}
          />
          <DayInput
            label={t('query.toOf', { member: label })}
            value={to}
            onChange={(day) => between([DAY.test(from) ? from : '', day])}
          />
        </>
      )}
      {mode === WORDS && (
        <WordsInput
          label={t('query.rangeOf', { member: label })}
          value={typeof value === 'string' ? value : (value ?? []).join(' – ')}
          onChange={(words) => onChange(words === '' ? undefined : words)}
        />
      )}
    </>
  );
}

interface DayInputProps {
  label: string;
  /** Shown where it is a day. */
  value: string;
  /** @param day `YYYY-MM-DD`, or empty */
  onChange(day: string): void;
}

/** A day of an editor, as wide as its other fields. */
export function DayInput({ label, value, onChange }: DayInputProps) {
  return (
    <DateField
      w={140}
      fz="xs"
      label={label}
      value={DAY.test(value) ? value : ''}
      onChange={(day) => onChange(day ?? '')}
    />
  );
}

/** Words are asked with once they are written: those in between would be refused. */
function WordsInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange(words: string): void;
}) {
  const [words, setWords] = useState(value);
  const finish = () => words !== value && onChange(words.trim());
  return (
    <TextInput
      size="xs"
      w={170}
      aria-label={label}
      placeholder={EXAMPLE}
      value={words}
      onChange={({ target }) => setWords(target.value)}
      onBlur={finish}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
    />
  );
}

function modeOf(value: DateRange | undefined, preset: string | undefined, isNeeded: boolean): string | null {
  if (preset !== undefined && !(isNeeded && preset === 'all')) return preset;
  if (value === undefined) return null;
  if (typeof value === 'string') return DAY.test(value) ? BETWEEN : WORDS;
  return value.every((end) => DAY.test(end)) ? BETWEEN : WORDS;
}
