import { Textarea, TextInput } from '@mantine/core';
import { encryptedMark, type EnvVariableItem } from '@oriel/contract';
import { MAX_NAME_LENGTH, MAX_VARIABLE_LENGTH } from '@oriel/contract/limits';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { useVariableChanges } from './deployment-api.ts';

interface VariableDialogProps {
  deploymentId: number;
  /** The one to change; absent for a new one. */
  variable?: EnvVariableItem;
  onClose(): void;
}

/** Sets a variable. A value that is hidden is not shown here either: it is replaced. */
export function VariableDialog({ deploymentId, variable, onClose }: VariableDialogProps) {
  const [name, setName] = useState(variable?.name ?? '');
  const [value, setValue] = useState(
    variable === undefined || variable.value === encryptedMark ? '' : variable.value,
  );
  const { set } = useVariableChanges(deploymentId);
  const issue = issueOf(set.error, 'env_variables');
  return (
    <FormDialog
      title={variable ? t('variables.changeTitle', { name: variable.name }) : t('variables.add')}
      action={t('action.save')}
      isBusy={set.isPending}
      error={issue === undefined ? set.error : new Error(issue)}
      onSubmit={() => set.mutate([{ name, value }], { onSuccess: onClose })}
      onClose={onClose}
    >
      {!variable && (
        <TextInput
          label={t('variables.name')}
          description={t('variables.nameHint')}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <Textarea
        label={t('variables.value')}
        {...(variable?.value === encryptedMark && { description: t('variables.replaceHint') })}
        {...(variable && { 'data-autofocus': true })}
        autosize
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_VARIABLE_LENGTH}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </FormDialog>
  );
}
