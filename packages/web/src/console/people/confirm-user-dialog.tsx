import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { User } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { sentenceOf } from '../error-text.ts';
import { nameOf, useDeleteUser, useUpdateUser } from './people-api.ts';

interface ConfirmUserDialogProps {
  action: 'deactivate' | 'delete';
  user: User;
  onClose(): void;
}

/** Asks before access is taken from a user, and says what becomes of what they have. */
export function ConfirmUserDialog({ action, user, onClose }: ConfirmUserDialogProps) {
  const update = useUpdateUser();
  const remove = useDeleteUser();
  const isDelete = action === 'delete';
  const mutation = isDelete ? remove : update;
  const confirm = () =>
    isDelete
      ? remove.mutate(user.id, { onSuccess: onClose })
      : update.mutate({ userId: user.id, isDeactivated: true }, { onSuccess: onClose });
  const name = nameOf(user);
  return (
    <Modal
      opened
      onClose={onClose}
      title={isDelete ? t('people.deleteTitle', { name }) : t('people.deactivateTitle', { name })}
    >
      <Stack>
        <Text>{isDelete ? t('people.deleteText') : t('people.deactivateText')}</Text>
        {mutation.isError && (
          <Alert color="red" role="alert">
            {sentenceOf(mutation.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button color="red.9" loading={mutation.isPending} onClick={confirm}>
            {isDelete ? t('action.delete') : t('people.deactivate')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
