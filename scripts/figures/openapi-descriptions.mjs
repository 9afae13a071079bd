/** Keys of OpenAPI and JSON Schema that hold things by their names, and no keywords. */
const maps = new Set(['paths', 'properties', 'schemas', 'parameters', 'responses', 'headers', 'content']);

/** Keys that hold values of the API, or conditions on what is described elsewhere, and no fields. */
const skipped = new Set(['example', 'examples', 'default', 'enum', 'const', 'if', 'not']);

/** A word or two repeat the name of a field. */
const MIN_WORDS = 3;

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/**
 * Counts what an OpenAPI document describes: each operation, each parameter, and each property of each schema. A
 * reference counts as described by the text beside it, and not by the text of what it refers to.
 *
 * @returns {{all: number, missing: string[]}} `missing` names what has no description, or one of less than
 * {@link MIN_WORDS} words, by its JSON pointer
 */
export function countDescriptions(document) {
  const found = [];
  walk(document, { pointer: '', key: '', isMap: false }, found);
  return {
    all: found.length,
    missing: found.filter(({ described }) => !described).map(({ pointer }) => pointer),
  };
}

const wordsOf = (text) => text.split(/\s+/).filter(Boolean).length;

function walk(part, at, found) {
  if (typeof part !== 'object' || part === null) return;
  if (isDescribable(part, at))
    found.push({ pointer: at.pointer, described: wordsOf(part.description ?? '') >= MIN_WORDS });
  for (const [key, child] of Object.entries(part)) {
    if (!at.isMap && skipped.has(key)) continue;
    const pointer = `${at.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const isMap = !at.isMap && maps.has(key);
    walk(child, { pointer, key, isMap, map: at.isMap ? at.key : undefined, parent: at }, found);
  }
}

function isDescribable(part, { key, map, parent }) {
  if (map === 'parameters') return !('$ref' in part);
  return map === 'properties' || (parent?.map === 'paths' && methods.includes(key));
}
