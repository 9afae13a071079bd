import { Button, Group, Stack, TextInput } from '@mantine/core';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { issueOf } from '../api/error-kind.ts';
import { sentenceOf } from '../api/error-text.ts';
import { t } from '../../messages/console-texts.ts';
import { Dialog } from '../elements/dialog.tsx';

interface NameDialogProps<Input, Answer> {
  title: string;
  label: string;
  action: string;
  initial: string;
  mutation: UseMutationResult<Answer, Error, Input>;
  inputOf(name: string): Input;
  /** Called with the server's answer, before the dialog is closed. */
  onDone?(answer: Answer): void;
  onClose(): void;
}

/** Asks for a name; errors are shown below the field. */
export function NameDialog<Input, Answer>({
  title,
  label,
  action,
  initial,
  mutation,
  inputOf,
  onDone,
  onClose,
}: NameDialogProps<Input, Answer>) {
  const [name, setName] = useState(initial);
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutation.mutate(inputOf(name), {
            onSuccess: (answer) => {
              onDone?.(answer);
              onClose();
            },
          });
        }}
      >
        <Stack>
          <TextInput
            label={label}
            data-autofocus
            required
            maxLength={MAX_NAME_LENGTH}
            value={name}
            error={mutation.isError && (issueOf(mutation.error, 'name') ?? sentenceOf(mutation.error))}
            onChange={(event) => setName(event.target.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={mutation.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
