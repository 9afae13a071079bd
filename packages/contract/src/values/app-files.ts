import { MAX_APP_BYTES, MAX_APP_FILE_BYTES, MAX_NAME_LENGTH } from '../limits.ts';

/** The file of an app that is opened where it names none. */
export const DEFAULT_APP_ENTRY = 'index.html';

/** What keeps an app from being published, or a draft of it from being saved. */
export type AppFault =
  /** A name that no file may have. */
  | { readonly kind: 'name'; readonly file: string }
  | { readonly kind: 'fileSize'; readonly file: string; readonly bytes: number }
  | { readonly kind: 'totalSize'; readonly bytes: number }
  /** The entry is none of the files. */
  | { readonly kind: 'entry'; readonly entry: string };

/** Whether a text names a file of an app: a relative path, without empty parts, `.` and `..`. */
export function isAppFileName(name: string): boolean {
  const parts = name.split('/');
  return (
    name.length <= MAX_NAME_LENGTH &&
    !/[\\:?#%\p{Cc}]/u.test(name) &&
    parts.every((part) => part.trim() === part && !['', '.', '..'].includes(part))
  );
}

/** What is wrong with the names and the sizes of files, by their names. */
export function faultsOfFiles(files: Readonly<Record<string, string>>): AppFault[] {
  const sizes = Object.entries(files).map(([file, content]) => ({ file, bytes: bytesOf(content) }));
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
  return [
    ...sizes.flatMap(({ file }): AppFault[] => (isAppFileName(file) ? [] : [{ kind: 'name', file }])),
    ...sizes.flatMap((each): AppFault[] =>
      each.bytes > MAX_APP_FILE_BYTES ? [{ kind: 'fileSize', ...each }] : [],
    ),
    ...(bytes > MAX_APP_BYTES ? [{ kind: 'totalSize', bytes } as const] : []),
  ];
}

/** How many bytes a file has: it is stored and served as UTF-8. */
export const bytesOf = (content: string): number => new TextEncoder().encode(content).byteLength;
