import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { t } from '../../messages/console-texts.ts';
import { FailureAlert } from './failure-alert.tsx';
import { Dialog } from '../elements/dialog.tsx';

interface ConfirmDialogProps<Input, Answer> {
  title: string;
  text: string;
  /** What the button that goes on is called. */
  action: string;
  /** What the button that leaves everything as it is is called; default `Cancel`. */
  refusal?: string;
  mutation: UseMutationResult<Answer, Error, Input>;
  input: Input;
  /** Called once it is done; default {@link onClose}. */
  onDone?(answer: Answer): void;
  onClose(): void;
}

/** Asks before something is taken away, and says what becomes of what depends on it. Closes once it is done. */
export function ConfirmDialog<Input, Answer>({
  title,
  text,
  action,
  refusal = t('action.cancel'),
  mutation,
  input,
  onClose,
  onDone = onClose,
}: ConfirmDialogProps<Input, Answer>) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        <Text>{text}</Text>
        <FailureAlert error={mutation.error} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {refusal}
          </Button>
          <Button
            color="red.9"
            loading={mutation.isPending}
            onClick={() => mutation.mutate(input, { onSuccess: (answer) => onDone(answer) })}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
