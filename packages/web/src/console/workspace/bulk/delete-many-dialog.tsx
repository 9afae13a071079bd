import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { Dialog } from '../../elements/dialog.tsx';
import { t } from '../../../messages/console-texts.ts';
import { textLanguage } from '../../../messages/language.ts';
import { lossOf } from '../selection/folder-contents.ts';
import { MAX_FOLDERS_READ, useFolderContents, type Item } from '../api/workspace-api.ts';

const KINDS = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;

interface DeleteManyDialogProps {
  deploymentId: number;
  /** What is deleted. */
  items: readonly Item[];
  /** How many more are selected, which the user may not delete. */
  kept: number;
  /** Whether another change is on its way, which is waited for. */
  isBusy: boolean;
  onDelete(): void;
  onClose(): void;
}

/** Asks before several things are deleted: how many of what, and what becomes of what lies in the folders. */
export function DeleteManyDialog({
  deploymentId,
  items,
  kept,
  isBusy,
  onDelete,
  onClose,
}: DeleteManyDialogProps) {
  const kinds = KINDS.flatMap((kind) => {
    const count = items.filter(({ type }) => type === kind).length;
    return count === 0 ? [] : t(`workspace.removeMany.${kind}`, { count });
  });
  return (
    <Dialog onClose={onClose} title={t('workspace.removeMany.title', { count: items.length })}>
      <Stack gap="xs">
        <Text fw={600}>{listOf(kinds)}</Text>
        <FoldersText deploymentId={deploymentId} items={items} />
        {items.some(({ type }) => type === 'WORKBOOK') && <Text>{t('workspace.removeMany.goesWith')}</Text>}
        {kept > 0 && <Text>{t('workspace.removeMany.kept', { count: kept })}</Text>}
        <Text>{t('workspace.removeMany.undoable')}</Text>
        <Group mt="xs" justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button color="red.9" loading={isBusy} onClick={onDelete}>
            {t('action.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What becomes of what lies in the folders. */
function FoldersText({ deploymentId, items }: Pick<DeleteManyDialogProps, 'deploymentId' | 'items'>) {
  const folders = items.filter(({ type }) => type === 'FOLDER');
  const { data: contents, isPending } = useFolderContents(deploymentId, folders);
  if (folders.length === 0) return null;
  if (folders.length <= MAX_FOLDERS_READ && isPending) return <Loader size="xs" />;
  if (!contents) return <Text>{t('workspace.removeMany.contents')}</Text>;
  const { moved, hasMore, blocked } = lossOf(contents, items);
  return (
    <>
      {blocked.length > 0 && (
        <Text>{t('workspace.removeMany.blocked', { names: listOf(blocked.map(({ name }) => name)) })}</Text>
      )}
      {blocked.length < folders.length && (
        <Text>
          {hasMore && t('workspace.removeMany.contents')}
          {!hasMore && moved === 0 && t('workspace.removeMany.empty')}
          {!hasMore && moved > 0 && t('workspace.removeMany.moved', { count: moved })}
        </Text>
      )}
    </>
  );
}

/** Names or counts in a row, as the page's language has them. */
function listOf(words: readonly string[]): string {
  return new Intl.ListFormat(textLanguage(), { type: 'conjunction' }).format(words);
}
