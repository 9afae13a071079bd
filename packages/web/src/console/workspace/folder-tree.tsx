import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core';
import { useDroppable } from '@dnd-kit/core';
import { IconChevronRight, IconFolder, IconFolderOpen, IconHome } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useAncestors, useFolders } from './workspace-api.ts';

export interface FolderTreeProps {
  deploymentId: number;
  current: number | null;
  onChoose(folderId: number | null): void;
  /** Whether things may be dropped on the folders; a dialog's tree takes none. */
  isDropTarget?: boolean;
}

/** The folders of the workspace; each level is loaded when it is opened. */
export function FolderTree(props: FolderTreeProps) {
  const { data: ancestors = [] } = useAncestors(props.deploymentId, props.current);
  return (
    <ul className="tree" aria-label="Folders">
      <Node {...props} id={null} name="Workspace" depth={0} open={new Set(ancestors.map(({ id }) => id))} />
    </ul>
  );
}

function Node({
  id,
  name,
  depth,
  open,
  ...props
}: FolderTreeProps & { id: number | null; name: string; depth: number; open: ReadonlySet<number> }) {
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? (id === null || open.has(id));
  const { data } = useFolders(props.deploymentId, id, isOpen);
  const { setNodeRef, isOver } = useDroppable({
    // Each tree its own: a dialog's tree that closes would else unregister the page's targets of the same name.
    id: useId(),
    data: { folderId: id },
    disabled: !props.isDropTarget,
  });
  const isCurrent = props.current === id;
  const Icon = id === null ? IconHome : isOpen && (data?.items.length ?? 0) > 0 ? IconFolderOpen : IconFolder;
  return (
    <li>
      <Group
        ref={setNodeRef}
        gap={0}
        wrap="nowrap"
        className="tree-row"
        data-current={isCurrent}
        data-over={isOver}
        style={{ paddingLeft: depth * 14 }}
      >
        <ActionIcon
          variant="transparent"
          color="gray"
          size="sm"
          aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
          aria-expanded={isOpen}
          onClick={() => setChoice(!isOpen)}
          style={{ visibility: data?.items.length === 0 ? 'hidden' : undefined }}
        >
          <IconChevronRight size={14} style={{ transform: isOpen ? 'rotate(90deg)' : undefined }} />
        </ActionIcon>
        <UnstyledButton className="tree-name" aria-current={isCurrent} onClick={() => props.onChoose(id)}>
          <Icon size={16} />
          <Text span truncate inherit>
            {name}
          </Text>
        </UnstyledButton>
      </Group>
      {isOpen && data && data.items.length > 0 && (
        <ul>
          {data.items.map((folder) => (
            <Node
              key={folder.id}
              {...props}
              id={folder.id}
              name={folder.name}
              depth={depth + 1}
              open={open}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
