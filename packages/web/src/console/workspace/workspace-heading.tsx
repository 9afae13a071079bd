import { Anchor, Breadcrumbs, Button, Group, Title } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useAncestors } from './workspace-api.ts';

interface WorkspaceHeadingProps {
  deploymentId: number;
  folderId: number | null;
  onNewFolder(): void;
}

/** The folder that is open, the way to it, and what can be made in it. */
export function WorkspaceHeading({ deploymentId, folderId, onNewFolder }: WorkspaceHeadingProps) {
  const { data: ancestors = [] } = useAncestors(deploymentId, folderId);
  const here = ancestors.at(-1);
  return (
    <Group justify="space-between" align="flex-end" mb="sm">
      <div>
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
      <Button variant="light" size="sm" leftSection={<IconFolderPlus size={16} />} onClick={onNewFolder}>
        New folder
      </Button>
    </Group>
  );
}
