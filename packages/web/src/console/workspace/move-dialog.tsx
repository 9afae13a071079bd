import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FolderTree } from './folder-tree.tsx';
import type { Item } from './workspace-api.ts';

interface MoveDialogProps {
  deploymentId: number;
  items: readonly Item[];
  isMoving: boolean;
  onMove(folderId: number | null): void;
  onClose(): void;
}

/** Where to: a folder of the workspace, or its root. */
export function MoveDialog({ deploymentId, items, isMoving, onMove, onClose }: MoveDialogProps) {
  const [target, setTarget] = useState<number | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Move ${items.length === 1 ? items[0]?.name : `${items.length} items`} to`}
      size="md"
    >
      <Stack>
        <div className="picker-tree">
          <FolderTree deploymentId={deploymentId} current={target} onChoose={setTarget} />
        </div>
        <Group justify="space-between">
          <Text c="dimmed" size="sm">
            {target === null ? 'To the root of the workspace' : ''}
          </Text>
          <Group>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={isMoving} onClick={() => onMove(target)}>
              Move here
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
