import { ColorInput } from '@mantine/core';
import { MAX_COLOR_LENGTH } from '@oriel/contract/limits';
import { t } from '../../messages/console-texts.ts';
import { isColorOrNothing } from './edited-theme.ts';

interface ColorFieldProps {
  label: string;
  description?: string;
  placeholder?: string;
  /** As CSS writes it; empty for none. */
  value: string;
  onChange(color: string): void;
}

/** A colour that is picked, or typed in any form of CSS. */
export function ColorField({ label, description, placeholder, value, onChange }: ColorFieldProps) {
  return (
    <ColorInput
      label={label}
      {...(description !== undefined && { description })}
      {...(placeholder !== undefined && { placeholder })}
      value={value}
      fixOnBlur={false}
      maxLength={MAX_COLOR_LENGTH}
      error={isColorOrNothing(value) ? undefined : t('appearance.noColor')}
      eyeDropperButtonProps={{ 'aria-label': t('appearance.pick') }}
      onChange={onChange}
    />
  );
}
