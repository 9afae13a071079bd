import type { SourceTreeNode } from '@oriel/contract';

/** A file to show in a tree; without content where none is asked for, or where it is no text. */
export interface ShownFile {
  readonly path: string;
  readonly content?: string | undefined;
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: SourceTreeNode[];
}

const newFolder = (): Folder => ({ folders: new Map(), files: [] });

/** Puts files into their folders: in each, folders come first, then files, by name. */
export function toFileTree(files: readonly ShownFile[]): SourceTreeNode[] {
  const root = newFolder();
  for (const { path, content } of files) {
    const parts = path.split('/');
    const name = parts.pop() ?? path;
    let folder = root;
    for (const part of parts) {
      const below = folder.folders.get(part) ?? newFolder();
      folder.folders.set(part, below);
      folder = below;
    }
    folder.files.push({ name, path, type: 'file', ...(content !== undefined && { content }) });
  }
  return toNodes(root, '');
}

function toNodes({ folders, files }: Folder, prefix: string): SourceTreeNode[] {
  const nodes = [...folders].map(([name, folder]): SourceTreeNode => {
    const path = prefix + name;
    return { name, path, type: 'folder', children: toNodes(folder, `${path}/`) };
  });
  return [...nodes.toSorted(byName), ...files.toSorted(byName)];
}

/** By code units, the same on every machine. */
function byName(one: SourceTreeNode, other: SourceTreeNode): number {
  return one.name < other.name ? -1 : 1;
}
