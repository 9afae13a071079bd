import { Button } from '@mantine/core';
import { MessageState } from '../states.tsx';
import type { WorkspaceSearch } from './workspace-search.ts';

const kinds = { FOLDER: 'folder', WORKBOOK: 'workbook', REPORT: 'report' } as const;

interface EmptyListProps {
  view: WorkspaceSearch;
  onView(change: WorkspaceSearch): void;
  onNewFolder(): void;
}

/** Why the list is empty, and the way out: another search, another kind, or a first folder. */
export function EmptyList({ view: { search, type }, onView, onNewFolder }: EmptyListProps) {
  if (search !== undefined)
    return (
      <MessageState
        title="Nothing found"
        text={`No name${type ? ` of a ${kinds[type]}` : ''} contains “${search}”.`}
      >
        <Button mt="xs" variant="light" onClick={() => onView({ search: undefined, type: undefined })}>
          Clear the search
        </Button>
      </MessageState>
    );
  if (type !== undefined)
    return (
      <MessageState title={`No ${kinds[type]} here`} text="Things of other kinds are not shown.">
        <Button mt="xs" variant="light" onClick={() => onView({ type: undefined })}>
          Show everything
        </Button>
      </MessageState>
    );
  return (
    <MessageState title="This folder is empty" text="Move something here, or make a folder.">
      <Button mt="xs" variant="light" onClick={onNewFolder}>
        New folder
      </Button>
    </MessageState>
  );
}
