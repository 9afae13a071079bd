import { Radio } from '@mantine/core';
import { useSurface } from '../../surface/surface.ts';
import { t } from '../../../messages/console-texts.ts';
import type { Item } from '../api/workspace-api.ts';

/** A folder to move items into, with the folders around it; not to be chosen where the user may not add to it. */
export function FolderChoice({ folder: { id, name, folderPath = [], canEdit } }: { folder: Item }) {
  const { workspaceTitle } = useSurface();
  return (
    <Radio
      size="xs"
      value={String(id)}
      label={name}
      disabled={canEdit !== true}
      description={[workspaceTitle ?? t('workspace.title'), ...folderPath.map((folder) => folder.name)].join(
        ' / ',
      )}
    />
  );
}
