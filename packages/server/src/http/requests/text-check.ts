import { limits, type FieldIssue } from '@oriel/contract';

/**
 * Finds the first text in a value that no database can hold (it has a NUL or half of a surrogate pair), and nesting
 * beyond {@link limits.MAX_BODY_DEPTH}.
 *
 * @param path of the value within its request, as in `items[3].id`; empty for the whole
 */
export function findImpossibleText(value: unknown, path = '', depth = 0): FieldIssue | undefined {
  if (typeof value === 'string') return isPossible(value) ? undefined : { path, message: IMPOSSIBLE };
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return undefined;
  if (depth >= limits.MAX_BODY_DEPTH)
    return { path, message: `must not be nested more than ${limits.MAX_BODY_DEPTH} levels deep` };
  return Array.isArray(value) ? findInList(value, path, depth) : findInObject(value, path, depth);
}

const IMPOSSIBLE = 'must not contain NUL characters or unpaired surrogates';

function isPossible(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function findInList(values: readonly unknown[], path: string, depth: number): FieldIssue | undefined {
  for (const [index, part] of values.entries()) {
    const issue = findImpossibleText(part, `${path}[${index}]`, depth + 1);
    if (issue) return issue;
  }
  return undefined;
}

function findInObject(value: object, path: string, depth: number): FieldIssue | undefined {
  for (const [key, part] of Object.entries(value)) {
    if (!isPossible(key))
      return { path, message: 'must not have a key with NUL characters or unpaired surrogates' };
    const issue = findImpossibleText(part, path === '' ? key : `${path}.${key}`, depth + 1);
    if (issue) return issue;
  }
  return undefined;
}
