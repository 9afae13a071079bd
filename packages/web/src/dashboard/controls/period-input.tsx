import { TextInput } from './filter-inputs.tsx';
import { t } from '../../messages/dashboard-texts.ts';
import {
  MAX_PERIOD_AMOUNT,
  parsePeriod,
  PERIOD_DIRECTIONS,
  PERIOD_UNITS,
  periodText,
  type RelativePeriod,
} from '../filters/relative-period.ts';
import styles from '../look/field.module.css';

interface PeriodInputProps {
  label: string;
  /** A period in the words of the query API. */
  value: string;
  isLocked: boolean;
  onChange(value: string | null): void;
}

/** A period counted from now. One that only the query API understands, which an author may have written, is a text. */
export function PeriodInput({ label, value, isLocked, onChange }: PeriodInputProps) {
  const period = parsePeriod(value);
  if (!period) return <TextInput label={label} value={value} isLocked={isLocked} onChange={onChange} />;
  const set = (change: Partial<RelativePeriod>) => onChange(periodText({ ...period, ...change }));
  const { direction, amount, unit } = period;
  return (
    <div className={styles.period}>
      <Choice
        label={`${label}: ${t('period.direction')}`}
        options={PERIOD_DIRECTIONS}
        nameOf={(option) => t(`period.${option}`)}
        value={direction}
        isLocked={isLocked}
        onChange={(chosen) => set({ direction: chosen })}
      />
      {direction !== 'this' && (
        <TextInput
          label={`${label}: ${t('period.amount')}`}
          type="number"
          value={String(amount)}
          normalize={amountText}
          isLocked={isLocked}
          onChange={(text) => set({ amount: Number(text) })}
        />
      )}
      <Choice
        label={`${label}: ${t('period.unit')}`}
        options={PERIOD_UNITS}
        nameOf={(option) => t(`period.${option}`, { count: direction === 'this' ? 1 : amount })}
        value={unit}
        isLocked={isLocked}
        onChange={(chosen) => set({ unit: chosen })}
      />
    </div>
  );
}

/** The nearest amount that there is. */
function amountText(text: string): string {
  return String(Math.min(MAX_PERIOD_AMOUNT, Math.max(1, Math.round(Number(text) || 1))));
}

interface ChoiceProps<Option extends string> {
  label: string;
  options: readonly Option[];
  nameOf(option: Option): string;
  value: Option;
  isLocked: boolean;
  onChange(option: Option): void;
}

function Choice<Option extends string>({
  label,
  options,
  nameOf,
  value,
  isLocked,
  onChange,
}: ChoiceProps<Option>) {
  const choose = (text: string) => {
    const chosen = options.find((option) => option === text);
    if (chosen) onChange(chosen);
  };
  return (
    <select
      className={styles.field}
      aria-label={label}
      value={value}
      disabled={isLocked}
      onChange={(event) => choose(event.target.value)}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {nameOf(option)}
        </option>
      ))}
    </select>
  );
}
