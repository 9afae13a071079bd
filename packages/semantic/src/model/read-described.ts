import type { StatedKey } from './definitions.ts';
import type { Fields } from './fields.ts';
import type { Described } from './model.ts';
import { readableTitle } from './titles.ts';

/** What every named thing may carry, read in one place. */
export function readDescribed(fields: Fields, what: string): Described {
  const name = fields.name(what);
  const isPublic = fields.boolean('public') ?? fields.boolean('shown') ?? fields.boolean('visible');
  const [description, meta] = [fields.text('description'), fields.data('meta')];
  return {
    name,
    title: fields.text('title') ?? readableTitle(name),
    ...(description !== undefined && { description }),
    isPublic: isPublic ?? true,
    ...(meta !== undefined && { meta }),
    place: fields.place,
  };
}

/** Whether the author has said if it is public, in any of the spellings. */
export function isPublicStated(fields: Fields): boolean {
  return fields.has('public') || fields.has('shown') || fields.has('visible');
}

/** Which of the words a child would inherit are given here. */
export function statedKeys(fields: Fields): StatedKey[] {
  const plain = (['title', 'description', 'meta'] as const).filter((key) => fields.has(key));
  return isPublicStated(fields) ? [...plain, 'public'] : plain;
}
