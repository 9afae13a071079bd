import { limits, refuse, refuseFields, type FieldIssue, type FileHashes } from '@oriel/contract';
import type { Change } from '../../build/model-repository.ts';
import type { SentFile } from './upload-store.ts';

/** What an upload is to make of a branch, and from what. Paths begin at the project. */
interface UploadState {
  /** Every file of the project by its hash, as it shall be. */
  readonly listed: FileHashes;
  /** Hashes of the files that are there. */
  readonly known: ReadonlyMap<string, string>;
  /** Files that were sent. */
  readonly sent: readonly SentFile[];
  /** Whether files that are not listed go. */
  readonly removesOthers: boolean;
}

/**
 * The changes that bring a branch to what an upload lists. Whatever is listed was sent or is there, by its hash.
 *
 * @throws `validation_failed` with each file that is neither; `model_too_large`
 */
export function planUpload({ listed, known, sent, removesOthers }: UploadState): Change[] {
  const files = Object.entries(listed);
  if (files.length > limits.MAX_MODEL_FILES)
    throw refuse('model_too_large', { reason: `it has more than ${limits.MAX_MODEL_FILES} files` });
  const sentAt = new Map(sent.map((file) => [file.path, file]));
  const issues: FieldIssue[] = [];
  const changes: Change[] = [];
  for (const [path, { hash }] of files) {
    const wanted = hash.toLowerCase();
    const file = sentAt.get(path);
    if (file?.hash === wanted) changes.push({ kind: 'set', path, content: file.content });
    else if (known.get(path) !== wanted)
      issues.push({
        path: `files[${JSON.stringify(path)}]`,
        message: reasonOf(file?.hash ?? known.get(path)),
      });
  }
  if (issues.length > 0) throw refuseFields(issues.slice(0, limits.MAX_ISSUES));
  if (!removesOthers) return changes;
  const others = [...known.keys()].filter((path) => !Object.hasOwn(listed, path));
  // First, since a file may come where a folder was.
  return [...others.map((path) => ({ kind: 'remove', path }) as const), ...changes];
}

function reasonOf(hash: string | undefined): string {
  if (hash === undefined) return 'was not sent and is not there; send it and finish again';
  return `has another hash than the file that is there, which has ${hash}; send it and finish again`;
}
