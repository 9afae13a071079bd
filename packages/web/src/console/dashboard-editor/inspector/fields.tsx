import { Select, Switch, TextInput, type SelectProps } from '@mantine/core';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { useState } from 'react';
import { t } from '../../../messages/dashboard-editor-texts.ts';

interface TextFieldProps {
  label: string;
  value: string | null | undefined;
  placeholder?: string | undefined;
  description?: string | undefined;
  /** In characters; default those of a name. */
  maxLength?: number;
  /** Why a text cannot be taken, beyond its length. */
  faultOf?(text: string): string | undefined;
  onChange(text: string | undefined): void;
}

/** A text of a widget or the dashboard. One that cannot be stored says why, and is not taken. */
export function TextField({
  label,
  value,
  placeholder,
  description,
  maxLength = MAX_NAME_LENGTH,
  faultOf,
  onChange,
}: TextFieldProps) {
  const [refused, setRefused] = useState<{ text: string; of: string }>();
  const stored = value ?? '';
  // An undo takes a refused text along.
  const shown = refused && refused.of === stored ? refused.text : stored;
  const findFault = (text: string) =>
    text.length > maxLength ? t('fault.tooLong', { limit: maxLength }) : faultOf?.(text);
  return (
    <TextInput
      label={label}
      value={shown}
      {...(placeholder !== undefined && { placeholder })}
      {...(description !== undefined && { description })}
      error={findFault(shown)}
      onChange={({ currentTarget: { value: text } }) => {
        const isFaulty = findFault(text) !== undefined;
        setRefused(isFaulty ? { text, of: stored } : undefined);
        if (!isFaulty) onChange(text === '' ? undefined : text);
      }}
    />
  );
}

/** A choice, with one that is stored but not offered among them. */
export function Choice({
  value,
  data,
  onChoose,
  ...props
}: Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string | null | undefined;
  data: readonly { value: string; label: string }[];
  onChoose(value: string): void;
}) {
  const known = value == null || data.some((each) => each.value === value);
  return (
    <Select
      allowDeselect={false}
      {...props}
      value={value ?? null}
      data={known ? [...data] : [{ value, label: value }, ...data]}
      onChange={(chosen) => chosen !== null && onChoose(chosen)}
    />
  );
}

export function Flag({
  label,
  description,
  isOn,
  onChange,
}: {
  label: string;
  description?: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}) {
  return (
    <Switch
      label={label}
      {...(description !== undefined && { description })}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
