import type { FolderDefinition, FolderEntry } from '../definitions/definitions.ts';
import type { Problems } from '../files/model-file.ts';
import type { Folder, ViewMember } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';

type Members = Readonly<Record<string, ViewMember>>;

/** Folders with the names of the view's members in place of paths and `"*"`. */
export function resolveFolders(
  folders: readonly FolderDefinition[],
  view: string,
  members: Members,
  problems: Problems,
): Folder[] {
  const names = new Set<string>();
  for (const { name, location } of folders) {
    if (names.has(name)) problems.add(location, `The view ${view} has two folders of the name ${name}`);
    names.add(name);
  }
  return folders.map((folder) => ({
    name: folder.name,
    members:
      folder.members === '*'
        ? Object.keys(members)
        : resolveEntries(folder.members, folder.name, view, members, problems),
  }));
}

function resolveEntries(
  entries: readonly FolderEntry[],
  folder: string,
  view: string,
  members: Members,
  problems: Problems,
): (string | Folder)[] {
  return entries.flatMap((entry): (string | Folder)[] => {
    if ('members' in entry) return resolveFolders([entry], view, members, problems);
    if ('joinPath' in entry) {
      const found = Object.values(members).filter(({ path }) => path.join('.') === entry.joinPath);
      if (found.length === 0)
        problems.add(
          entry.location,
          `The folder ${folder} names the join path ${entry.joinPath}, by which the view ${view} has no members`,
          () => didYouMean(entry.joinPath, new Set(Object.values(members).map(({ path }) => path.join('.')))),
        );
      return found.map(({ name }) => name);
    }
    if (entry.text in members) return [entry.text];
    problems.add(
      entry.location,
      `The folder ${folder} names ${entry.text}, which is no member of the view ${view}`,
      entry.text.includes('.')
        ? 'Folders name members as the view does, without a path.'
        : () => didYouMean(entry.text, Object.keys(members)),
    );
    return [];
  });
}
