import type { WorkspaceFolderPathEntry } from '@oriel/contract';
import { Link } from '@tanstack/react-router';
import { useSurface } from '../surface/surface.ts';
import styles from './folder-crumbs.module.css';
import { t } from '../../messages/console-texts.ts';

/** The way from the workspace down to something: a link for each folder around it. */
export function FolderCrumbs({ folders }: { folders: readonly WorkspaceFolderPathEntry[] }) {
  const { workspaceTitle } = useSurface();
  return (
    <nav className={styles.crumbs} aria-label={t('item.foldersAround')}>
      <Link className={styles.crumb} to="/workspace">
        {workspaceTitle ?? t('workspace.title')}
      </Link>
      {folders.map(({ id, name }) => (
        <Link
          key={id}
          className={styles.crumb}
          to="/workspace/folders/$folderId"
          params={{ folderId: String(id) }}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
