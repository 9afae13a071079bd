import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { t } from '../../messages/console-texts.ts';
import { FailureAlert } from './failure-alert.tsx';

interface ConfirmDialogProps<Input> {
  title: string;
  text: string;
  /** What the button that goes on is called. */
  action: string;
  mutation: UseMutationResult<unknown, Error, Input>;
  input: Input;
  onClose(): void;
}

/** Asks before something is taken away, and says what becomes of what depends on it. Closes once it is done. */
export function ConfirmDialog<Input>({
  title,
  text,
  action,
  mutation,
  input,
  onClose,
}: ConfirmDialogProps<Input>) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        <Text>{text}</Text>
        <FailureAlert error={mutation.error} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            color="red.9"
            loading={mutation.isPending}
            onClick={() => mutation.mutate(input, { onSuccess: onClose })}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
