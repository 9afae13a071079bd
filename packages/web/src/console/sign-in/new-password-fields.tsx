import { PasswordInput } from '@mantine/core';
import { MAX_NEW_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@oriel/contract/limits';
import type { RefObject } from 'react';
import { t } from '../../messages/console-texts.ts';

/** A new password, typed twice. */
interface NewPassword {
  readonly password: string;
  readonly again: string;
}

interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange(value: NewPassword): void;
  /** Whether the form was sent: until then nobody is told that both differ. */
  isTold: boolean;
  /** The first field, to be focused. */
  firstField?: RefObject<HTMLInputElement | null>;
}

/** The two fields of a new password. */
export function NewPasswordFields({ value, onChange, isTold, firstField }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordInput
        label={t('invitation.password')}
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...(firstField && { ref: firstField })}
        minLength={MIN_PASSWORD_LENGTH}
        maxLength={MAX_NEW_PASSWORD_LENGTH}
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
      />
      <PasswordInput
        label={t('invitation.again')}
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={value.again}
        error={isTold && value.password !== value.again ? t('invitation.different') : undefined}
        onChange={(event) => onChange({ ...value, again: event.target.value })}
      />
    </>
  );
}
