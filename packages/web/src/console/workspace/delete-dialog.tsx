import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { sentenceOf } from '../error-text.ts';
import type { Deleted, Item } from './workspace-api.ts';
import { t } from '../../messages/console-texts.ts';

interface DeleteDialogProps {
  item: Item;
  mutation: UseMutationResult<Deleted, Error, Item>;
  onDeleted(deleted: Deleted): void;
  onClose(): void;
}

/** Asks before something is deleted, and says what goes with it. */
export function DeleteDialog({ item, mutation, onDeleted, onClose }: DeleteDialogProps) {
  return (
    <Modal opened onClose={onClose} title={t('workspace.remove.title', { name: item.name })}>
      <Stack>
        <Text>{t(`workspace.remove.${item.type}`)}</Text>
        {mutation.isError && (
          <Text c="red" role="alert">
            {sentenceOf(mutation.error)}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('action.keep')}
          </Button>
          <Button
            color="red.9"
            loading={mutation.isPending}
            onClick={() => mutation.mutate(item, { onSuccess: onDeleted })}
          >
            {t('action.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
