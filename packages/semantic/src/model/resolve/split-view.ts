import type { ViewDefinition } from '../definitions/definitions.ts';
import type { Problems } from '../files/model-file.ts';
import { readableTitle } from '../language/titles.ts';

/**
 * Takes the entries with `split: true` out of a view; each makes a view of its own, `<view>_<cube>`, with the members
 * under the names that they have in their cube.
 */
export function splitView(view: ViewDefinition, problems: Problems): ViewDefinition[] {
  const split = view.cubes.filter(({ isSplit }) => isSplit);
  const [first] = split;
  if (!first) return [view];
  if (view.policies.length > 0 || view.defaultFilters.length > 0)
    problems.add(
      first.location,
      `The view ${view.name} is split, and has rules that the views of their own would not have`,
      'Write those views out, each with its access_policy and default_filters.',
    );
  const parts = new Map<string, ViewDefinition>();
  for (const entry of split) {
    const name = `${view.name}_${entry.alias ?? entry.joinPath.at(-1)}`;
    const known = parts.get(name);
    parts.set(name, {
      kind: 'view',
      name,
      title: readableTitle(name),
      isPublic: view.isPublic,
      stated: [],
      location: entry.location,
      parent: undefined,
      cubes: [...(known?.cubes ?? []), entry],
      folders: [],
      policies: [],
      defaultFilters: [],
      groups: [],
    });
  }
  return [{ ...view, cubes: view.cubes.filter(({ isSplit }) => !isSplit) }, ...parts.values()];
}
