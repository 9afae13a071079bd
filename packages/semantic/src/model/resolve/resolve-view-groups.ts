import type { ParsedFile, ViewDefinition } from '../definitions/definitions.ts';
import type { Problems } from '../files/model-file.ts';
import type { ViewGroup } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { refuseSameNames } from './same-names.ts';
import type { UnreadNames } from './unread-names.ts';

/** The view groups with the views that they name, and after them those that name the group. */
export function resolveViewGroups(
  files: readonly ParsedFile[],
  views: readonly ViewDefinition[],
  unread: UnreadNames,
  problems: Problems,
): ViewGroup[] {
  const groups = files.flatMap(({ viewGroups }) => viewGroups);
  refuseSameNames(groups, 'view group', problems);
  const [names, known] = [groups.map(({ name }) => name), views.map(({ name }) => name)];
  for (const group of groups)
    for (const { text, location } of group.views)
      if (!known.includes(text) && !(text in unread))
        problems.add(location, `The view group ${group.name} names a view ${text} that does not exist`, () =>
          didYouMean(text, known),
        );
  for (const view of views)
    for (const { text, location } of view.groups)
      if (!names.includes(text) && !(text in unread))
        problems.add(location, `The view ${view.name} names a view group ${text} that does not exist`, () =>
          didYouMean(text, names),
        );
  return groups.map(({ location: _place, ...group }) => ({
    ...group,
    views: [...new Set([...group.views.map(({ text }) => text), ...membersOf(group.name, views)])],
  }));
}

function membersOf(group: string, views: readonly ViewDefinition[]): string[] {
  return views.filter(({ groups }) => groups.some(({ text }) => text === group)).map(({ name }) => name);
}
