import ignore, { type Ignore } from 'ignore';

/** Files of rules, each for the folder that it is in and what is below. */
export const IGNORE_FILES: readonly string[] = ['.gitignore', '.orielignore'];

/** Never part of a project, and possibly large. */
const FOREIGN_FOLDERS: ReadonlySet<string> = new Set(['node_modules']);

/**
 * What a deployment leaves alone: names that begin with a dot, such as `.git` and `.env`, but for a `.gitignore`;
 * `node_modules`; and what the files of {@link IGNORE_FILES} say, in git's own language.
 */
export interface IgnoreRules {
  /** Adds the text of a file of rules that is in a folder. Its path ends with a slash; that of the project is empty. */
  add(folder: string, text: string): void;
  /** Whether a path, or a folder that it is in, is left alone. A folder has a slash at its end. */
  isIgnored(path: string): boolean;
}

/** Makes the rules of a project, which has no files of rules yet. */
export function createIgnoreRules(): IgnoreRules {
  // Outer folders first, since they are read first: an inner rule has the last word, as in git.
  const scopes = new Map<string, Ignore>();
  const isMatched = (path: string): boolean => {
    let isIgnored = false;
    for (const [folder, rules] of scopes) {
      if (!path.startsWith(folder) || path === folder) continue;
      const { ignored, unignored } = rules.test(path.slice(folder.length));
      if (ignored || unignored) isIgnored = ignored;
    }
    return isIgnored;
  };
  return {
    add(folder, text) {
      scopes.set(folder, (scopes.get(folder) ?? ignore()).add(text));
    },
    isIgnored: (path) => withFolders(path).some((part) => isForeign(part) || isMatched(part)),
  };
}

/** A path after the folders that it is in: `a/`, `a/b/`, `a/b/c`. */
function withFolders(path: string): string[] {
  const ends = [...path.matchAll(/\//g)].map(({ index }) => index + 1);
  return [...new Set([...ends, path.length])].map((end) => path.slice(0, end));
}

function isForeign(path: string): boolean {
  const name = path.split('/').findLast((part) => part !== '') ?? '';
  return FOREIGN_FOLDERS.has(name) || (name.startsWith('.') && name !== '.gitignore');
}
