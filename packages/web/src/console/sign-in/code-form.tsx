import { Button, Stack, TextInput } from '@mantine/core';
import type { SecondFactorInput } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/console-texts.ts';

interface CodeFormProps {
  isRecovering: boolean;
  isPending: boolean;
  onGive(body: SecondFactorInput): void;
}

/** The field for a code of the app, or for a recovery code. */
export function CodeForm({ isRecovering, isPending, onGive }: CodeFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onGive(isRecovering ? { recoveryCode: code.trim() } : { code: code.trim() });
      }}
    >
      <Stack>
        <TextInput
          ref={field}
          label={isRecovering ? t('secondFactor.recoveryCode') : t('secondFactor.code')}
          autoComplete="one-time-code"
          inputMode={isRecovering ? 'text' : 'numeric'}
          required
          withAsterisk={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" loading={isPending}>
          {t('secondFactor.confirm')}
        </Button>
      </Stack>
    </form>
  );
}
