import type { WorkspaceFolderPathEntry } from '@oriel/contract';
import { Link } from '@tanstack/react-router';

/** The way from the workspace down to something: a link for each folder around it. */
export function FolderCrumbs({ folders }: { folders: readonly WorkspaceFolderPathEntry[] }) {
  return (
    <nav className="crumbs" aria-label="Folders around it">
      <Link className="crumb" to="/workspace">
        Workspace
      </Link>
      {folders.map(({ id, name }) => (
        <Link key={id} className="crumb" to="/workspace/folders/$folderId" params={{ folderId: String(id) }}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
