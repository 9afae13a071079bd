import { Button } from '@mantine/core';
import { IconFolderOpen, IconFolders, IconSearchOff, IconStar } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';
import { useSurface } from '../surface/surface.ts';
import { MessageState } from '../elements/states.tsx';
import { CreateChoices, type OnCreate } from './create-buttons.tsx';
import type { WorkspaceSearch } from './api/workspace-search.ts';

interface EmptyListProps {
  view: WorkspaceSearch;
  /** Whether the list is that of the root, so that the workspace itself is empty. */
  isRoot: boolean;
  onView(change: WorkspaceSearch): void;
  /** Absent where the user may make nothing. */
  onCreate: OnCreate | undefined;
}

const searchedKinds = {
  FOLDER: 'notFoundFolder',
  WORKBOOK: 'notFoundWorkbook',
  REPORT: 'notFoundReport',
} as const;
const filteredKinds = { FOLDER: 'noFolder', WORKBOOK: 'noWorkbook', REPORT: 'noReport' } as const;

/** Why the list is empty, and the next step: another search, another kind, or what begins a workspace. */
export function EmptyList({ view: { search, type, favorites }, isRoot, onView, onCreate }: EmptyListProps) {
  if (search !== undefined)
    return (
      <MessageState
        icon={IconSearchOff}
        title={t('workspace.empty.notFound')}
        text={t(`workspace.empty.${type ? searchedKinds[type] : 'notFoundText'}`, { search })}
      >
        <Button variant="light" onClick={() => onView({ search: undefined, type: undefined })}>
          {t('workspace.empty.clearSearch')}
        </Button>
      </MessageState>
    );
  if (favorites)
    return (
      <MessageState icon={IconStar} title={t('favorite.none')} text={t('favorite.noneText')}>
        <Button variant="light" onClick={() => onView({ favorites: undefined })}>
          {t('workspace.empty.showAll')}
        </Button>
      </MessageState>
    );
  if (type !== undefined)
    return (
      <MessageState
        icon={IconFolderOpen}
        title={t(`workspace.empty.${filteredKinds[type]}`)}
        text={t('workspace.empty.otherKinds')}
      >
        <Button variant="light" onClick={() => onView({ type: undefined })}>
          {t('workspace.empty.showAll')}
        </Button>
      </MessageState>
    );
  return isRoot ? <EmptyWorkspace onCreate={onCreate} /> : <EmptyFolder onCreate={onCreate} />;
}

function EmptyFolder({ onCreate }: Pick<EmptyListProps, 'onCreate'>) {
  return (
    <MessageState
      icon={IconFolderOpen}
      title={t('workspace.empty.folder')}
      text={t('workspace.empty.folderText')}
    >
      <CreateChoices onCreate={onCreate} />
    </MessageState>
  );
}

/** Who makes nothing reads what Oriel is and whom to ask; the others how a workspace begins. */
function EmptyWorkspace({ onCreate }: Pick<EmptyListProps, 'onCreate'>) {
  const { kind } = useSurface();
  if (!onCreate)
    return (
      <MessageState
        icon={IconFolders}
        title={t('workspace.empty.nothingShared')}
        text={t('workspace.empty.nothingSharedText')}
      />
    );
  return (
    <MessageState
      icon={IconFolders}
      title={t('workspace.empty.workspace')}
      text={t(kind === 'app' ? 'workspace.empty.folderText' : 'workspace.empty.workspaceText')}
    >
      <CreateChoices onCreate={onCreate} />
      {kind === 'console' && (
        <Button variant="default" component="a" href="/docs/api" target="_blank">
          {t('workspace.empty.apiReference')}
        </Button>
      )}
    </MessageState>
  );
}
