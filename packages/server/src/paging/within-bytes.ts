/**
 * How many of the first items reach some bytes together, as JSON in UTF-8; all where they do not. The last of them may
 * go beyond, so that there is one at least.
 */
export function countWithin(items: readonly unknown[], maxBytes: number): number {
  let bytes = 0;
  for (const [index, item] of items.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes >= maxBytes) return index + 1;
  }
  return items.length;
}

/** Those items. */
export function firstWithin<Item>(items: readonly Item[], maxBytes: number): Item[] {
  return items.slice(0, countWithin(items, maxBytes));
}
