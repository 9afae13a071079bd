import {
  Anchor,
  Breadcrumbs,
  Button,
  Center,
  Group,
  Loader,
  Menu,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  DndContext,
  DragOverlay,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { IconDots, IconFolderPlus, IconFolderSymlink, IconSearch } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { sentenceOf, useDeployment } from '../api.ts';
import type { WorkspaceSearch } from '../router.tsx';
import { DeleteDialog, NameDialog } from './dialogs.tsx';
import { FolderTree } from './folder-tree.tsx';
import { ItemList } from './item-list.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { MoveOutcomeNotice } from './move-outcome.tsx';
import { emptySelection, keyOf, type Selection } from './selection.ts';
import {
  useAncestors,
  useCreateFolder,
  useDelete,
  useItems,
  useMove,
  useMoveBack,
  useRename,
  type Item,
  type MoveOutcome,
} from './workspace-api.ts';

type Dialog = 'move' | 'rename' | 'delete' | 'new-folder' | undefined;

export function WorkspacePage() {
  const { current } = useDeployment();
  if (!current) return null;
  return <Workspace key={current.id} deploymentId={current.id} />;
}

function Workspace({ deploymentId }: { deploymentId: number }) {
  const params = useParams({ strict: false });
  const folderId = params.folderId === undefined ? null : Number(params.folderId);
  const view: WorkspaceSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const items = useItems(deploymentId, folderId, view);
  const all = useMemo(() => items.data?.pages.flatMap((page) => page.items) ?? [], [items.data]);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [dialog, setDialog] = useState<Dialog>();
  const [dragged, setDragged] = useState<readonly Item[]>([]);
  const [outcome, setOutcome] = useState<{
    result: MoveOutcome;
    items: readonly Item[];
    folderId: number | null;
  }>();
  const move = useMove(deploymentId);
  const moveBack = useMoveBack(deploymentId);
  useEffect(() => setSelection(emptySelection), [folderId, view.search, view.type]);
  useEffect(() => void (document.title = 'Workspace · Oriel'), []);

  const selected = all.filter((item) => selection.keys.has(keyOf(item)));
  const goTo = (target: number | null) =>
    navigate(
      target === null
        ? { to: '/workspace' }
        : { to: '/workspace/folders/$folderId', params: { folderId: String(target) } },
    );
  const setView = (change: WorkspaceSearch) =>
    void navigate({ to: '.', search: { ...view, ...change }, replace: true });
  const open = (item: Item) => {
    if (item.type === 'FOLDER') void goTo(item.id);
    else if (item.type === 'REPORT')
      void navigate({ to: '/reports/$reportId', params: { reportId: String(item.id) } });
    else void navigate({ to: '/dashboards/$workbookId', params: { workbookId: String(item.id) } });
  };
  const moveTo = (moving: readonly Item[], target: number | null) => {
    if (moving.length === 0) return;
    move.mutate(
      { items: moving, folderId: target },
      {
        onSuccess: (result) => {
          setOutcome({ result, items: moving, folderId: target });
          setDialog(undefined);
          setSelection(emptySelection);
        },
      },
    );
  };
  const onDragEnd = ({ over }: DragEndEvent) => {
    setDragged([]);
    const target = over?.data.current as { folderId: number | null } | undefined;
    if (target && !dragged.some((item) => item.type === 'FOLDER' && item.id === target.folderId))
      moveTo(dragged, target.folderId);
  };
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = items;
  const onEndReached = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  return (
    <DndContext
      sensors={sensors}
      onDragStart={({ active }) => {
        const { item } = active.data.current as { item: Item };
        setDragged(selection.keys.has(keyOf(item)) ? selected : [item]);
      }}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragged([])}
    >
      <div className="workspace">
        <nav className="workspace-tree" aria-label="Folders">
          <FolderTree
            deploymentId={deploymentId}
            current={folderId}
            onChoose={(id) => void goTo(id)}
            isDropTarget
          />
        </nav>
        <section className="workspace-main">
          <Heading
            deploymentId={deploymentId}
            folderId={folderId}
            onNewFolder={() => setDialog('new-folder')}
          />
          <Toolbar view={view} onChange={setView} />
          {outcome && (
            <MoveOutcomeNotice
              outcome={outcome.result}
              items={outcome.items}
              onUndo={() => moveBack.mutate(outcome.result, { onSuccess: () => setOutcome(undefined) })}
              onRetry={(again) => moveTo(again, outcome.folderId)}
              onClose={() => setOutcome(undefined)}
            />
          )}
          {move.isError && <Text c="red">{sentenceOf(move.error)}</Text>}
          <SelectionBar
            selected={selected}
            onAction={setDialog}
            onClear={() => setSelection(emptySelection)}
          />
          {items.isPending ? (
            <Center h={240}>
              <Loader aria-label="Loading" />
            </Center>
          ) : items.isError ? (
            <Message
              title="The workspace could not be loaded"
              text={sentenceOf(items.error)}
              action={<Button onClick={() => void items.refetch()}>Try again</Button>}
            />
          ) : all.length === 0 ? (
            <Message
              title={view.search ? 'Nothing found' : 'This folder is empty'}
              text={
                view.search ? `No name contains “${view.search}”.` : 'Move something here, or make a folder.'
              }
            />
          ) : (
            <ItemList
              items={all}
              showPaths={view.search !== undefined}
              selection={selection}
              onSelect={setSelection}
              onOpen={open}
              onEndReached={onEndReached}
            />
          )}
        </section>
      </div>
      <DragOverlay>
        {dragged.length > 0 && (
          <div className="drag-ghost">
            {dragged.length === 1 ? dragged[0]?.name : `${dragged.length} items`}
          </div>
        )}
      </DragOverlay>
      <Dialogs
        deploymentId={deploymentId}
        folderId={folderId}
        dialog={dialog}
        selected={selected}
        isMoving={move.isPending}
        onMove={(target) => moveTo(selected, target)}
        onClose={() => setDialog(undefined)}
      />
    </DndContext>
  );
}

function Heading({
  deploymentId,
  folderId,
  onNewFolder,
}: {
  deploymentId: number;
  folderId: number | null;
  onNewFolder(): void;
}) {
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

const sorts = [
  { value: 'name ASC', label: 'Name' },
  { value: 'name DESC', label: 'Name, backwards' },
  { value: 'updated_at DESC', label: 'Last changed' },
  { value: 'created_at DESC', label: 'Newest' },
];
const types = [
  { value: 'FOLDER', label: 'Folders' },
  { value: 'WORKBOOK', label: 'Workbooks' },
  { value: 'REPORT', label: 'Reports' },
];

function Toolbar({ view, onChange }: { view: WorkspaceSearch; onChange(view: WorkspaceSearch): void }) {
  const [text, setText] = useState(view.search ?? '');
  const search = useDebouncedCallback(
    (value: string) => onChange({ search: value.trim() || undefined }),
    250,
  );
  return (
    <Group gap="xs" mb="sm">
      <TextInput
        flex={1}
        miw={180}
        aria-label="Search all folders"
        placeholder="Search all folders"
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          search(event.target.value);
        }}
      />
      <Select
        w={140}
        aria-label="Show"
        placeholder="Everything"
        clearable
        data={types}
        value={view.type ?? null}
        onChange={(value) => onChange({ type: (value ?? undefined) as WorkspaceSearch['type'] })}
      />
      <Select
        w={150}
        aria-label="Sort"
        allowDeselect={false}
        data={sorts}
        value={`${view.sort ?? 'name'} ${view.direction ?? 'ASC'}`}
        onChange={(value) => {
          const [sort, direction] = (value ?? 'name ASC').split(' ');
          onChange({
            sort: sort as WorkspaceSearch['sort'],
            direction: direction as WorkspaceSearch['direction'],
          });
        }}
      />
    </Group>
  );
}

function SelectionBar({
  selected,
  onAction,
  onClear,
}: {
  selected: readonly Item[];
  onAction(dialog: Dialog): void;
  onClear(): void;
}) {
  if (selected.length === 0) return null;
  return (
    <Group className="selection-bar" justify="space-between" role="toolbar" aria-label="Selection">
      <Text size="sm" fw={600}>
        {selected.length} selected
      </Text>
      <Group gap="xs">
        <Button
          size="compact-sm"
          leftSection={<IconFolderSymlink size={15} />}
          onClick={() => onAction('move')}
        >
          Move
        </Button>
        <Menu>
          <Menu.Target>
            <Button size="compact-sm" variant="default" aria-label="More">
              <IconDots size={15} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={selected.length !== 1} onClick={() => onAction('rename')}>
              Rename
            </Menu.Item>
            <Menu.Item color="red" disabled={selected.length !== 1} onClick={() => onAction('delete')}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          Clear
        </Button>
      </Group>
    </Group>
  );
}

function Message({ title, text, action }: { title: string; text: string; action?: React.ReactNode }) {
  return (
    <Center h={260}>
      <Stack align="center" gap={6}>
        <Title order={2}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        {action}
      </Stack>
    </Center>
  );
}

interface DialogsProps {
  deploymentId: number;
  folderId: number | null;
  dialog: Dialog;
  selected: readonly Item[];
  isMoving: boolean;
  onMove(folderId: number | null): void;
  onClose(): void;
}

function Dialogs({ deploymentId, folderId, dialog, selected, isMoving, onMove, onClose }: DialogsProps) {
  const [create, rename, remove] = [
    useCreateFolder(deploymentId),
    useRename(deploymentId),
    useDelete(deploymentId),
  ];
  const [first] = selected;
  if (dialog === 'new-folder')
    return (
      <NameDialog
        title="New folder"
        label="Name"
        action="Create"
        initial=""
        mutation={create}
        inputOf={(name) => ({ name, parentId: folderId })}
        onClose={onClose}
      />
    );
  if (!first) return null;
  if (dialog === 'move')
    return (
      <MoveDialog
        deploymentId={deploymentId}
        items={selected}
        isMoving={isMoving}
        onMove={onMove}
        onClose={onClose}
      />
    );
  if (dialog === 'rename')
    return (
      <NameDialog
        title={`Rename ${first.name}`}
        label="New name"
        action="Rename"
        initial={first.name}
        mutation={rename}
        inputOf={(name) => ({ item: first, name })}
        onClose={onClose}
      />
    );
  return dialog === 'delete' ? <DeleteDialog item={first} mutation={remove} onClose={onClose} /> : null;
}
