import { TextInput } from '@mantine/core';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { passkeySentence } from '../sign-in/other-ways.tsx';

interface PasskeyNameDialogProps {
  title: string;
  start: string;
  onName(name: string): Promise<void>;
  onClose(): void;
}

/** Asks for the name of a passkey, a new one or one that is there. */
export function PasskeyNameDialog({ title, start, onName, onClose }: PasskeyNameDialogProps) {
  const [name, setName] = useState(start);
  const save = useMutation({ mutationFn: () => onName(name.trim()), onSuccess: onClose });
  return (
    <FormDialog
      title={title}
      action={t('action.save')}
      isBusy={save.isPending}
      error={save.error && new Error(passkeySentence(save.error))}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('factors.passkeys.name')}
        placeholder={t('factors.passkeys.example')}
        required
        withAsterisk={false}
        maxLength={MAX_NAME_LENGTH}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
