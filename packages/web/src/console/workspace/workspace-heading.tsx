import { Anchor, Breadcrumbs, Button, Group, Title } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { FolderDrawer } from './folder-drawer.tsx';
import { useAncestors } from './workspace-api.ts';

interface WorkspaceHeadingProps {
  deploymentId: number;
  folderId: number | null;
  onChoose(folderId: number | null): void;
  onNewFolder(): void;
}

/** The folder that is open, the way to it, and what can be made in it. */
export function WorkspaceHeading({ deploymentId, folderId, onChoose, onNewFolder }: WorkspaceHeadingProps) {
  const { data: ancestors = [] } = useAncestors(deploymentId, folderId);
  const here = ancestors.at(-1);
  return (
    <Group justify="space-between" align="flex-end" mb="sm" wrap="nowrap">
      <Group gap="sm" wrap="nowrap" align="flex-end" miw={0}>
        <FolderDrawer deploymentId={deploymentId} current={folderId} onChoose={onChoose} />
        <div className="heading-text">
          {here && (
            <Breadcrumbs separatorMargin={6} fz="sm">
              <Anchor component={Link} to="/workspace" size="sm">
                Workspace
              </Anchor>
              {ancestors.slice(0, -1).map(({ id, name }) => (
                <Link
                  key={id}
                  className="crumb"
                  to="/workspace/folders/$folderId"
                  params={{ folderId: String(id) }}
                >
                  {name}
                </Link>
              ))}
            </Breadcrumbs>
          )}
          <Title order={1}>{here?.name ?? 'Workspace'}</Title>
        </div>
      </Group>
      <Button
        variant="light"
        size="sm"
        className="heading-action"
        leftSection={<IconFolderPlus size={16} />}
        onClick={onNewFolder}
      >
        New folder
      </Button>
    </Group>
  );
}
