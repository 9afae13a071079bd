/** What is selected in a list, and from where a range would begin. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly anchor: string | undefined;
}

export const emptySelection: Selection = { keys: new Set(), anchor: undefined };

export const keyOf = ({ type, id }: { type: string; id: number }) => `${type} ${id}`;

/**
 * What a click makes of a selection: alone it selects one, with Ctrl or ⌘ it adds or takes away, with Shift it selects
 * a range.
 */
export function clickOn(
  selection: Selection,
  key: string,
  all: readonly string[],
  { shift, toggle }: { shift: boolean; toggle: boolean },
): Selection {
  if (shift && selection.anchor !== undefined) {
    const [from, to] = [all.indexOf(selection.anchor), all.indexOf(key)].sort((a, b) => a - b);
    const range = all.slice(from, (to ?? 0) + 1);
    return { keys: new Set(toggle ? [...selection.keys, ...range] : range), anchor: selection.anchor };
  }
  if (!toggle) return { keys: new Set([key]), anchor: key };
  const keys = new Set(selection.keys);
  if (!keys.delete(key)) keys.add(key);
  return { keys, anchor: key };
}
