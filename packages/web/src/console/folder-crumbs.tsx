import type { WorkspaceFolderPathEntry } from '@oriel/contract';
import { Link } from '@tanstack/react-router';
import styles from './folder-crumbs.module.css';

/** The way from the workspace down to something: a link for each folder around it. */
export function FolderCrumbs({ folders }: { folders: readonly WorkspaceFolderPathEntry[] }) {
  return (
    <nav className={styles.crumbs} aria-label="Folders around it">
      <Link className={styles.crumb} to="/workspace">
        Workspace
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
