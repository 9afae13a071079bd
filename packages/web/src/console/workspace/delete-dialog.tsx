import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { sentenceOf } from '../api.ts';
import type { Item } from './workspace-api.ts';

const consequences = {
  FOLDER: 'What lies directly in it moves to the root of the workspace.',
  WORKBOOK: 'Its reports and its dashboard go with it. This cannot be undone.',
  REPORT: 'Published dashboards keep showing it as it was. This cannot be undone.',
} as const;

interface DeleteDialogProps {
  item: Item;
  mutation: UseMutationResult<unknown, Error, Item>;
  onClose(): void;
}

/** Asks before something is deleted, and says what goes with it. */
export function DeleteDialog({ item, mutation, onClose }: DeleteDialogProps) {
  return (
    <Modal opened onClose={onClose} title={`Delete ${item.name}?`}>
      <Stack>
        <Text>{consequences[item.type]}</Text>
        {mutation.isError && (
          <Text c="red" role="alert">
            {sentenceOf(mutation.error)}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            Keep it
          </Button>
          <Button
            color="red.9"
            loading={mutation.isPending}
            onClick={() => mutation.mutate(item, { onSuccess: onClose })}
          >
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
