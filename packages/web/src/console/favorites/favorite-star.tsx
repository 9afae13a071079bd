import { ActionIcon } from '@mantine/core';
import type { Workbook } from '@oriel/contract';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';

/** What can be marked: an item of the workspace, of whichever kind. */
type Markable = Pick<Workbook, 'id' | 'type' | 'deploymentId' | 'name' | 'isFavorite'>;

/** Marks an item as a favourite of the user, or takes the mark away. */
export function FavoriteStar({ item, size = 28 }: { item: Markable; size?: number }) {
  const mutation = useMarking(item);
  // What was pressed shows at once; a failure shows what is there.
  const isMarked = mutation.isPending ? mutation.variables : item.isFavorite === true;
  const Icon = isMarked ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      size={size}
      variant="subtle"
      color={isMarked ? 'yellow' : 'gray'}
      aria-pressed={isMarked}
      aria-label={t(isMarked ? 'favorite.remove' : 'favorite.add', { name: item.name })}
      onClick={() => mutation.mutate(!isMarked)}
    >
      <Icon size={16} />
    </ActionIcon>
  );
}

function useMarking({ id, type, deploymentId }: Markable) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isFavorite: boolean) =>
      client.call('updateFavorite', { params: { deploymentId }, body: { type, id, isFavorite } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['workspace', deploymentId] }),
        queryClient.invalidateQueries({ queryKey: ['workbook', deploymentId, id] }),
      ]),
  });
}
