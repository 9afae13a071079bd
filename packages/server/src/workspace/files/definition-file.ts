import { isJsonObject, refuse, refuseFields, type DefinitionFile, type EditFileInput } from '@oriel/contract';
import { createHash } from 'node:crypto';

/**
 * A value as a file: JSON with the keys of each object in alphabetical order, so that the same value is the same text
 * whatever order it was sent in.
 */
export function toFile(value: object): DefinitionFile {
  const content = `${JSON.stringify(sorted(value), undefined, 2)}\n`;
  return { content, hash: createHash('sha256').update(content).digest('hex') };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

/**
 * The object that a file holds after some edits.
 *
 * @throws `file_changed` where the file is not the one that was edited, `text_not_found` for an edit of what is not
 * there once, `validation_failed` for an outcome that is no JSON object
 */
export function editFile(
  { content, hash }: DefinitionFile,
  { edits, hash: expected }: EditFileInput,
): object {
  if (expected != null && expected !== hash) throw refuse('file_changed', { hash });
  const text = edits.reduce((edited, { oldText, newText }, index) => {
    const [before, after, ...more] = edited.split(oldText);
    if (before === undefined || after === undefined || more.length > 0)
      throw refuse('text_not_found', { index, count: after === undefined ? 0 : more.length + 1 });
    return before + newText + after;
  }, content);
  return parseObject(text);
}

function parseObject(text: string): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    const message = `make the file no JSON: ${(cause as Error).message}`;
    throw refuseFields([{ path: 'edits', message }], cause);
  }
  if (isJsonObject(parsed)) return parsed;
  throw refuseFields([{ path: 'edits', message: 'make the file something else than a JSON object' }]);
}
