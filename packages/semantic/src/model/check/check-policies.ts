import { namesOf } from '../definitions/empty-record.ts';
import type { SourceLocation, Problems } from '../files/model-file.ts';
import type { Cube, Model, PolicyFilter, View } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { memberNames } from '../definitions/resolve-reference.ts';

/** Reports what the access policies of a cube or view speak of that does not exist. */
export function checkPolicies(
  owner: Cube | View,
  model: Pick<Model, 'cubes' | 'views'>,
  problems: Problems,
): void {
  for (const { memberLevel, memberMasking, rowFilters } of owner.policies) {
    for (const list of [memberLevel, memberMasking]) {
      for (const names of [list?.includes, list?.excludes])
        if (names !== undefined && names !== '*')
          for (const { text, location } of names) checkName(text, owner, location, problems);
    }
    for (const filter of rowFilters ?? []) checkFilter(filter, owner, model, problems);
  }
}

function checkFilter(
  filter: PolicyFilter,
  owner: Cube | View,
  model: Pick<Model, 'cubes' | 'views'>,
  problems: Problems,
): void {
  if ('and' in filter || 'or' in filter) {
    for (const part of 'and' in filter ? filter.and : filter.or) checkFilter(part, owner, model, problems);
    return;
  }
  const [scope = '', name] = filter.member.split('.');
  if (name === undefined) {
    checkName(filter.member, owner, filter.location, problems);
    refuseStage(filter.member, owner, model, filter, problems);
    return;
  }
  const other = model.views[scope] ?? model.cubes[scope];
  if (other) {
    checkName(name, other, filter.location, problems);
    refuseStage(name, other, model, filter, problems);
  } else
    problems.add(filter.location, `A policy names ${filter.member}, and there is no ${scope}`, () =>
      didYouMean(scope, [...namesOf(model.views), ...namesOf(model.cubes)]),
    );
}

/** Which rows there are does not follow from what is computed from them. */
function refuseStage(
  name: string,
  owner: Cube | View,
  { cubes }: Pick<Model, 'cubes'>,
  { location }: { location: SourceLocation },
  problems: Problems,
): void {
  const shown = owner.kind === 'view' ? owner.members[name] : { cube: owner.name, member: name };
  const dimension = shown && cubes[shown.cube]?.dimensions[shown.member];
  if (dimension?.value.kind === 'stage')
    problems.add(
      location,
      `A policy of rows speaks of ${name}, which is computed from measures over rows`,
      'With sub_query: true in place of multi_stage it has measures for each row of its cube.',
    );
}

function checkName(name: string, owner: Cube | View, location: SourceLocation, problems: Problems): void {
  if (name.includes('.')) {
    problems.add(
      location,
      `A policy of ${owner.name} names ${name}, a member with a path`,
      'It speaks of members of its own; those of other cubes have policies there.',
    );
    return;
  }
  const known = owner.kind === 'view' ? Object.keys(owner.members) : memberNames(owner);
  if (!known.includes(name))
    problems.add(location, `A policy names ${name}, which is no member of ${owner.name}`, () =>
      didYouMean(name, known),
    );
}
