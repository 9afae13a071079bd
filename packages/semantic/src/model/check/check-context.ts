import { namesOf } from '../definitions/empty-record.ts';
import type { Problems } from '../files/model-file.ts';
import type { Model } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { findMember, memberNames } from '../definitions/resolve-reference.ts';
import type { FilterParam, SqlTemplate } from '../sql-template/sql-template.ts';

type Owners = Pick<Model, 'cubes' | 'views'>;

/** Reports what the context variables of an SQL template speak of that does not exist. */
export function checkContext(template: SqlTemplate, model: Owners, problems: Problems): void {
  for (const part of template.parts) {
    const params =
      part.kind === 'filter-param' ? [part] : part.kind === 'filter-group' ? part.params : ([] as const);
    for (const param of params) checkParam(param, template, model, problems);
  }
}

function checkParam(
  { member }: FilterParam,
  { location }: SqlTemplate,
  model: Owners,
  problems: Problems,
): void {
  const [owner = '', name = ''] = member.split('.');
  const cube = model.cubes[owner];
  const view = model.views[owner];
  if (!cube && !view) {
    problems.add(location, `FILTER_PARAMS names ${member}, and there is no ${owner}`, () =>
      didYouMean(owner, [...namesOf(model.cubes), ...namesOf(model.views)]),
    );
  } else if (!(view ? name in view.members : cube && findMember(cube, name))) {
    problems.add(location, `FILTER_PARAMS names ${member}, which is no member of ${owner}`, () =>
      didYouMean(name, view ? Object.keys(view.members) : cube ? memberNames(cube) : []),
    );
  }
}
