import { refuse } from '@oriel/contract';

/** Of Markdown and of HTML. */
const PICTURE = /!\[|<img/i;
/** Names of the format that draws the picture at an address. */
const PICTURE_FORMATS: ReadonlySet<unknown> = new Set(['imageUrl', 'image_url']);

const refusal = (path: string) =>
  refuse('invalid_request', {
    reason: `${path}: what an agent writes has no pictures; those that the data model describes are shown`,
  });

/**
 * Refuses pictures in what a model has written: a text, or a spec with texts in it. A page loads pictures of the hosts
 * that the account lists for its authors, and an instruction in the data could make a model write what it has read into
 * the address of one.
 *
 * @param path of the value in the input of the tool
 * @throws `invalid_request`
 */
export function refusePictures(value: unknown, path: string): void {
  if (typeof value === 'string' && PICTURE.test(value)) throw refusal(path);
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && value.type === 'image') throw refusal(path);
  for (const [key, inner] of Object.entries(value)) refusePictures(inner, `${path}.${key}`);
}

/**
 * Refuses pictures among the calculated fields of a query that a model has written: the expression of one can hold any
 * address.
 *
 * @throws `invalid_request`
 */
export function refusePictureFields({ calculatedFields = {} }: { calculatedFields?: object }): void {
  for (const [name, field] of Object.entries(calculatedFields) as [string, unknown][]) {
    const { format } = (typeof field === 'object' && field !== null ? field : {}) as { format?: unknown };
    if (PICTURE_FORMATS.has(format)) throw refusal(`query.calculatedFields.${name}.format`);
  }
}
