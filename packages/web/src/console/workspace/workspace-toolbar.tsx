import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconStar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useKey } from '../shell/use-key.ts';
import type { WorkspaceSearch } from './api/workspace-search.ts';
import styles from './workspace-toolbar.module.css';
import { t } from '../../messages/console-texts.ts';

const sorts = () => [
  { value: 'name ASC', label: t('workspace.toolbar.byName') },
  { value: 'name DESC', label: t('workspace.toolbar.byNameBackwards') },
  { value: 'updated_at DESC', label: t('workspace.toolbar.byChange') },
  { value: 'updated_at ASC', label: t('workspace.toolbar.byChangeBackwards') },
  { value: 'created_at DESC', label: t('workspace.toolbar.byAge') },
];
const types = () =>
  (['FOLDER', 'WORKBOOK', 'REPORT'] as const).map((value) => ({
    value,
    label: t(`workspace.toolbar.${value}`),
  }));
/** A search is asked for when nobody has typed for so long. */
export const SEARCH_PAUSE_MS = 250;

interface WorkspaceToolbarProps {
  view: WorkspaceSearch;
  onChange(view: WorkspaceSearch): void;
}

/** Search across all folders, the type filter and the order of the list. */
export function WorkspaceToolbar({ view, onChange }: WorkspaceToolbarProps) {
  const [text, setText] = useState(view.search ?? '');
  const [lastSearch, setLastSearch] = useState(view.search);
  if (view.search !== lastSearch) {
    setLastSearch(view.search);
    // The search ends elsewhere too: by its button on the empty list, or by going to a folder.
    if (view.search === undefined) setText('');
  }
  const field = useRef<HTMLInputElement>(null);
  useKey('/', () => field.current?.focus());
  const search = useDebouncedCallback(
    (value: string) => onChange({ search: value.trim() || undefined }),
    SEARCH_PAUSE_MS,
  );
  return (
    <div className={styles.toolbar}>
      <TextInput
        ref={field}
        className={styles.search}
        aria-label={t('workspace.toolbar.search')}
        placeholder={t('workspace.toolbar.search')}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          search(event.target.value);
        }}
      />
      <Select
        aria-label={t('workspace.toolbar.show')}
        placeholder={t('workspace.toolbar.everything')}
        clearable
        data={types()}
        value={view.type ?? null}
        // The values are those of `types`.
        onChange={(value) => onChange({ type: (value ?? undefined) as WorkspaceSearch['type'] })}
      />
      <Tooltip label={t('favorite.only')}>
        <ActionIcon
          size={36}
          className={styles.favorites}
          variant={view.favorites ? 'filled' : 'default'}
          aria-label={t('favorite.only')}
          aria-pressed={view.favorites === true}
          onClick={() => onChange({ favorites: view.favorites ? undefined : true })}
        >
          <IconStar size={17} />
        </ActionIcon>
      </Tooltip>
      <Select
        aria-label={t('workspace.toolbar.sort')}
        allowDeselect={false}
        data={sorts()}
        value={`${view.sort ?? 'name'} ${view.direction ?? 'ASC'}`}
        onChange={(value) => {
          const [sort, direction] = (value ?? 'name ASC').split(' ');
          onChange({
            // The values are those of `sorts`.
            sort: sort as WorkspaceSearch['sort'],
            direction: direction as WorkspaceSearch['direction'],
          });
        }}
      />
    </div>
  );
}
