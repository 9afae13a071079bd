import { Group, Title, VisuallyHidden } from '@mantine/core';
import { FolderCrumbs } from '../elements/folder-crumbs.tsx';
import { CreateButtons, type OnCreate } from './create-buttons.tsx';
import { FolderDrawer } from './folders/folder-drawer.tsx';
import { useSurface } from '../surface/surface.ts';
import { useAncestors } from './api/workspace-api.ts';
import styles from './workspace-heading.module.css';
import { t } from '../../messages/console-texts.ts';

interface WorkspaceHeadingProps {
  deploymentId: number;
  folderId: number | null;
  onChoose(folderId: number | null): void;
  /** Absent where the user may make nothing. */
  onCreate: OnCreate | undefined;
}

/** The folder that is open, the way to it, and what can be made in it. */
export function WorkspaceHeading({ deploymentId, folderId, onChoose, onCreate }: WorkspaceHeadingProps) {
  const { data: ancestors = [] } = useAncestors(deploymentId, folderId);
  const here = ancestors.at(-1);
  const { workspaceTitle } = useSurface();
  return (
    <Group justify="space-between" align="flex-end" mb="sm" gap="sm" wrap="nowrap">
      <FolderDrawer deploymentId={deploymentId} current={folderId} onChoose={onChoose} />
      <div className={styles.text}>
        {here && <FolderCrumbs folders={ancestors.slice(0, -1)} />}
        {here || workspaceTitle !== null ? (
          <Title order={1} lineClamp={2}>
            {here?.name ?? workspaceTitle ?? t('workspace.title')}
          </Title>
        ) : (
          <VisuallyHidden component="h1">{t('workspace.title')}</VisuallyHidden>
        )}
      </div>
      {onCreate && <CreateButtons onCreate={onCreate} />}
    </Group>
  );
}
