import { didYouMean } from '../model/language/nearest-name.ts';
import type { AccessPolicy, Model } from '../model/definitions/model.ts';
import { memberNames } from '../model/definitions/resolve-reference.ts';
import { findRef, type MemberRef } from '../members/member-ref.ts';
import { QueryError, type QueryContext } from '../query/query.ts';
import { grantsFully, masks, matchingPolicies } from './policies.ts';

/**
 * What of a model a caller may know of: what is public and, where there are policies, granted by one, masked or not.
 * Whatever else there is is to the caller as if it were not.
 */
export interface VisibleMembers {
  has(name: string): boolean;
  /** Whether a cube or view has a visible member. */
  hasAnyOf(scope: string): boolean;
  /** @throws QueryError `unknown_member`, the same for what is hidden as for what is not there */
  get(name: string, path: string): MemberRef;
  /** The same for the name of a cube alone. */
  requireCube(cube: string, path: string): void;
}

/**
 * Makes the look-up of one request.
 *
 * @param context of the caller; without it everything public is visible
 */
export function createVisibleMembers(model: Model, context: QueryContext | undefined): VisibleMembers {
  const policies = new Map<string, readonly AccessPolicy[] | undefined>();
  /** The policies that hold for the caller; undefined where there are none at all. */
  const policiesOf = (scope: string): readonly AccessPolicy[] | undefined => {
    const known = policies.get(scope);
    if (known || policies.has(scope)) return known;
    const owner = findOwner(model, scope);
    const found =
      owner && context && owner.policies.length > 0 ? matchingPolicies(owner, context) : undefined;
    policies.set(scope, found);
    return found;
  };
  const isVisible = (ref: MemberRef | undefined): ref is MemberRef => {
    if (!ref?.isPublic) return false;
    const member = ref.name.slice(ref.scope.length + 1);
    const matching = policiesOf(ref.scope);
    return !matching || matching.some((policy) => grantsFully(policy, member) || masks(policy, member));
  };
  const has = (name: string) => isVisible(findRef(model, name));
  const namesOf = (scope: string): string[] => {
    const owner = findOwner(model, scope);
    if (!owner) return [];
    const names = owner.kind === 'view' ? Object.keys(owner.members) : memberNames(owner);
    return names.filter((name) => has(`${scope}.${name}`));
  };
  const hasAnyOf = (scope: string) => namesOf(scope).length > 0;
  const noScope = (scope: string, name: string, path: string) => {
    const scopes = [...Object.keys(model.views), ...Object.keys(model.cubes)].filter(hasAnyOf);
    return unknown(`'${scope}' not found for path '${name}'. ${didYouMean(scope, scopes)}`, name, path);
  };
  return {
    has,
    hasAnyOf,
    get(name, path) {
      const ref = findRef(model, name);
      if (isVisible(ref)) return ref;
      const [scope = '', member = ''] = name.split('.');
      const known = namesOf(scope);
      if (known.length === 0) throw noScope(scope, name, path);
      throw unknown(
        `'${member}' not found for path '${name}'. ${didYouMean(member, known)} (in ${scope})`,
        name,
        path,
      );
    },
    requireCube(cube, path) {
      if (!Object.hasOwn(model.cubes, cube) || !hasAnyOf(cube)) throw noScope(cube, cube, path);
    },
  };
}

function findOwner(model: Model, name: string) {
  if (Object.hasOwn(model.views, name)) return model.views[name];
  return Object.hasOwn(model.cubes, name) ? model.cubes[name] : undefined;
}

function unknown(message: string, name: string, path: string): QueryError {
  return new QueryError('unknown_member', message, name, path);
}
