import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { FolderHits } from './folders/folder-hits.tsx';
import { FolderTree } from './folders/folder-tree.tsx';
import type { Item } from './api/workspace-api.ts';
import { SEARCH_PAUSE_MS } from './workspace-toolbar.tsx';
import styles from './move-dialog.module.css';
import { t } from '../../messages/console-texts.ts';
import { Dialog } from '../elements/dialog.tsx';

interface MoveDialogProps {
  deploymentId: number;
  items: readonly Item[];
  isMoving: boolean;
  onMove(folderId: number | null): void;
  onClose(): void;
}

/** Where to: a folder of the workspace, from the tree or by its name, or the root. */
export function MoveDialog({ deploymentId, items, isMoving, onMove, onClose }: MoveDialogProps) {
  const [target, setTarget] = useState<number | null>(null);
  const [canAdd, setCanAdd] = useState(true);
  const choose = (folderId: number | null, canEdit: boolean) => {
    setTarget(folderId);
    setCanAdd(canEdit);
  };
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS);
  // From the first letter on, before anything is asked for: the root is not what is meant any more.
  const isSearching = text.trim() !== '';
  return (
    <Dialog
      onClose={onClose}
      title={t('workspace.move.title', { count: items.length, name: items[0]?.name ?? '' })}
      size="md"
    >
      <Stack>
        <TextInput
          data-autofocus
          aria-label={t('workspace.move.search')}
          placeholder={t('workspace.move.search')}
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            // What was chosen may be out of sight in the other list.
            choose(null, true);
          }}
        />
        <div className={styles.picker}>
          {search !== '' ? (
            <FolderHits
              deploymentId={deploymentId}
              search={search}
              chosen={target}
              onChoose={(id) => choose(id, true)}
            />
          ) : (
            <FolderTree deploymentId={deploymentId} current={target} onChoose={choose} />
          )}
        </div>
        {!canAdd && (
          <Text size="sm" c="dimmed" role="status">
            {t('workspace.move.readOnly')}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            loading={isMoving}
            disabled={!canAdd || (isSearching && target === null)}
            onClick={() => onMove(target)}
          >
            {target === null && !isSearching ? t('workspace.move.toRoot') : t('workspace.move.here')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
