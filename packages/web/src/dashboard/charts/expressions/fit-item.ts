/**
 * A place of an item along one axis: where it begins and ends, its middle and its extent, by the names of its fields.
 */
const AXES = [
  { start: 'x', end: 'x2', middle: 'xc', extent: 'width' },
  { start: 'y', end: 'y2', middle: 'yc', extent: 'height' },
] as const;

/** Marks with two ends, which are swapped when the first lies behind the second. */
const BOXES = new Set(['group', 'image', 'rect']);

/** Works out where an item begins and how far it goes of whichever two its encoding says. */
export function fitItem(item: Record<string, unknown>, channels: object, marktype: string): void {
  // The channels of places and extents are numbers.
  const place = item as Record<string, number>;
  for (const { start, end, middle, extent } of AXES) {
    if (end in channels) {
      const [first, last] = [Number(place[start]), Number(place[end])];
      if (!(start in channels)) place[start] = last - (place[extent] || 0);
      else {
        const isTurned = BOXES.has(marktype) && first > last;
        if (isTurned) [place[start], place[end]] = [last, first];
        place[extent] = isTurned ? first - last : last - first;
      }
    }
    if (middle in channels) place[start] = Number(place[middle]) - (place[extent] || 0) / 2;
  }
}
