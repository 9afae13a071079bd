import type { StatedKey } from '../definitions/definitions.ts';
import type { Fields } from '../yaml/fields.ts';
import type { Described } from '../definitions/model.ts';
import { readableTitle } from '../language/titles.ts';

/** The older spellings give way. */
const PUBLIC_KEYS = ['public', 'shown', 'visible'];

/** What every named thing may carry, read in one place. */
export function readDescribed(fields: Fields, what: string): Described {
  const name = fields.name(what);
  const [isPublic] = PUBLIC_KEYS.flatMap((key) => fields.boolean(key) ?? []);
  const [description, meta] = [fields.text('description'), fields.data('meta')];
  return {
    name,
    title: fields.text('title') ?? readableTitle(name),
    ...(description !== undefined && { description }),
    isPublic: isPublic ?? true,
    ...(meta !== undefined && { meta }),
    location: fields.location,
  };
}

/** Whether the author has said if it is public, in any of the spellings. */
export function isPublicStated(fields: Fields): boolean {
  return PUBLIC_KEYS.some((key) => fields.has(key));
}

/** Which of the words a child would inherit are given here. */
export function statedKeys(fields: Fields): StatedKey[] {
  const plain = (['title', 'description', 'meta'] as const).filter((key) => fields.has(key));
  return isPublicStated(fields) ? [...plain, 'public'] : plain;
}
