import { JsonInput, MultiSelect, Select } from '@mantine/core';
import type { CreateDeploymentEnvironmentTokenInput } from '@oriel/contract';
import { ENVIRONMENT_TOKEN_TTL_SECONDS } from '@oriel/contract/limits';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { FormDialog } from '../settings/form-dialog.tsx';

const scopes = ['meta', 'data', 'sql'];
/** Seconds that a token may live, and how each is called. */
const lifetimes = [
  [300, 'minutes5'],
  [900, 'minutes15'],
  [ENVIRONMENT_TOKEN_TTL_SECONDS, 'hour'],
] as const;

interface TokenDialogProps {
  error: Error | null;
  isBusy: boolean;
  onSubmit(input: CreateDeploymentEnvironmentTokenInput): void;
  onClose(): void;
}

/** Asks what a token shall carry and permit. */
export function TokenDialog({ error, isBusy, onSubmit, onClose }: TokenDialogProps) {
  const [context, setContext] = useState('{}');
  const [chosen, setChosen] = useState<string[]>(scopes);
  const [seconds, setSeconds] = useState(String(ENVIRONMENT_TOKEN_TTL_SECONDS));
  const securityContext = objectOf(context);
  return (
    <FormDialog
      title={t('environments.newToken')}
      action={t('action.create')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => {
        if (securityContext)
          onSubmit({
            security_context: securityContext,
            expires_in: Number(seconds),
            scopes: chosen,
          });
      }}
      onClose={onClose}
    >
      <JsonInput
        label={t('environments.context')}
        description={t('environments.contextHint')}
        data-autofocus
        autosize
        minRows={3}
        formatOnBlur
        value={context}
        error={securityContext ? undefined : t('environments.contextBad')}
        onChange={setContext}
      />
      <MultiSelect
        label={t('environments.scopes')}
        required
        data={scopes}
        value={chosen}
        onChange={setChosen}
      />
      <Select
        label={t('environments.lifetime')}
        allowDeselect={false}
        data={lifetimes.map(([value, name]) => ({
          value: String(value),
          label: t(`environments.lifetimes.${name}`),
        }))}
        value={seconds}
        onChange={(value) => setSeconds(value ?? seconds)}
      />
    </FormDialog>
  );
}

/** The object that a text is in JSON; undefined where it is none. */
function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
