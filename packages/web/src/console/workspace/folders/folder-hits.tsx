import { Button, Loader, Radio, Stack, Text } from '@mantine/core';
import { FolderChoice } from './folder-choice.tsx';
import { sentenceOf } from '../../api/error-text.ts';
import { useItems } from '../api/workspace-api.ts';
import { t } from '../../../messages/console-texts.ts';

interface FolderHitsProps {
  deploymentId: number;
  search: string;
  chosen: number | null;
  onChoose(folderId: number): void;
}

/** The folders with a text in their name, each with the folders around it, to choose one of. */
export function FolderHits({ deploymentId, search, chosen, onChoose }: FolderHitsProps) {
  const query = useItems(deploymentId, null, { search, type: 'FOLDER' });
  const folders = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) return <Loader role="status" size="sm" m="sm" aria-label={t('state.loading')} />;
  if (query.isError)
    return (
      <Text c="red" size="sm" p="xs" role="alert">
        {sentenceOf(query.error)}{' '}
        <Button size="compact-xs" variant="light" onClick={() => void query.refetch()}>
          {t('action.tryAgain')}
        </Button>
      </Text>
    );
  if (folders.length === 0)
    return (
      <Text c="dimmed" size="sm" p="xs" role="status">
        {t('workspace.move.noneFound', { search })}
      </Text>
    );
  return (
    <Radio.Group
      aria-label={t('workspace.move.found')}
      value={chosen === null ? null : String(chosen)}
      onChange={(value) => onChoose(Number(value))}
    >
      <Stack gap="xs" p="xs">
        {folders.map((folder) => (
          <FolderChoice key={folder.id} folder={folder} />
        ))}
        {query.hasNextPage && (
          <Button
            size="compact-sm"
            variant="light"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('workspace.move.shown', { count: folders.length })}
          </Button>
        )}
      </Stack>
    </Radio.Group>
  );
}
