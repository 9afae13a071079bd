import { useState } from 'react';
import { useAncestors } from '../api/workspace-api.ts';

/**
 * Which folders of a tree are open: the root and the way to the current one, but for what was opened and closed by
 * hand.
 */
export function useOpenFolders(deploymentId: number, current: number | null) {
  const { data: ancestors = [] } = useAncestors(deploymentId, current);
  const [choices, setChoices] = useState<ReadonlyMap<number | null, boolean>>(new Map());
  const shown = [null, ...ancestors.map(({ id }) => id)];
  const isOpen = (id: number | null) => choices.get(id) ?? shown.includes(id);
  return {
    openIds: [...new Set([...shown, ...choices.keys()])].filter(isOpen),
    isOpen,
    setOpen: (id: number | null, wanted: boolean) => setChoices(new Map([...choices, [id, wanted]])),
  };
}
