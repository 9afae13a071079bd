import { didYouMean } from '../model/language/nearest-name.ts';
import type {
  CalculatedMember,
  Cube,
  Dimension,
  Measure,
  Member,
  Model,
  Segment,
} from '../model/definitions/model.ts';
import { findMember, GRANULARITIES, pathInInstances } from '../model/definitions/resolve-reference.ts';
import { QueryError } from '../query/query.ts';

/** A member that a query names, with the cube member behind it. */
export interface MemberRef<M extends Member = Member> {
  /** As the query names it: `view.member` or `cube.member`. */
  readonly name: string;
  /** The cube or view that the query names. */
  readonly scope: string;
  readonly cube: string;
  readonly member: M;
  /** The join path that leads to the cube; just the cube where the query names it directly. */
  readonly path: readonly string[];
  /** What its column in SQL begins with in place of `scope`. */
  readonly sqlAlias?: string;
  /** Whether the query may show it. */
  readonly isPublic: boolean;
  /** There where the member is one that the query adds. */
  readonly calculated?: CalculatedMember;
}

/** Where to look a name up, once for each query. */
export interface MemberLookup {
  dimension(name: string): MemberRef<Dimension>;
  measure(name: string): MemberRef<Measure>;
  segment(name: string): MemberRef<Segment>;
  any(name: string): MemberRef;
}

/**
 * @throws QueryError for a name that does not exist; what callers name has been looked for before, see `VisibleMembers`
 */
export function createLookup(model: Model): MemberLookup {
  const known = new Map<string, MemberRef>();
  const any = (name: string): MemberRef => {
    const ref = known.get(name) ?? getRef(model, name);
    known.set(name, ref);
    return ref;
  };
  const ofKind = <M extends Member>(kind: M['kind'], name: string): MemberRef<M> => {
    const ref = any(name);
    // The kind has just been compared, which the compiler cannot carry over to the whole reference.
    if (ref.member.kind === kind) return ref as MemberRef<M>;
    throw new QueryError(
      'wrong_kind',
      `${name} is a ${ref.member.kind}, and a ${kind} is expected here`,
      name,
    );
  };
  return {
    any,
    dimension: (name) => ofKind<Dimension>('dimension', name),
    measure: (name) => ofKind<Measure>('measure', name),
    segment: (name) => ofKind<Segment>('segment', name),
  };
}

function getRef(model: Model, name: string): MemberRef {
  const ref = findRef(model, name);
  if (ref) return ref;
  throw new QueryError('unknown_member', `There is no ${name}`, name);
}

/** Finds what a name stands for, whether the caller may know of it or not. */
export function findRef(model: Model, name: string): MemberRef | undefined {
  const [scope = '', member = ''] = name.split('.');
  const { calculated = {} } = model;
  const added = Object.hasOwn(calculated, name) ? calculated[name] : undefined;
  if (added) {
    const { member: own } = added;
    const path = pathInInstances(added.path, model.cubes);
    return {
      name,
      scope,
      cube: path.at(-1) ?? added.cube,
      member: own,
      path,
      isPublic: true,
      calculated: added,
    };
  }
  const view = Object.hasOwn(model.views, scope) ? model.views[scope] : undefined;
  if (view) {
    const entry = Object.hasOwn(view.members, member) ? view.members[member] : undefined;
    const path = entry ? pathInInstances(entry.path, model.cubes) : [];
    const cube = model.cubes[path.at(-1) ?? ''];
    const found = entry && cube && findMember(cube, entry.member);
    if (!entry || !cube || !found) return undefined;
    const isPublic = entry.isPublic && view.isPublic;
    return { name, scope, cube: cube.name, member: found, path, isPublic, ...sqlAliasOf(view) };
  }
  const cube = Object.hasOwn(model.cubes, scope) ? model.cubes[scope] : undefined;
  const found = cube && findMember(cube, member);
  if (!cube || !found) return undefined;
  const isPublic = found.isPublic && cube.isPublic;
  return { name, scope, cube: cube.name, member: found, path: [cube.name], isPublic, ...sqlAliasOf(cube) };
}

/** The same for all members of a cube or view, so that a column has one name wherever it is made. */
export function sqlAliasOf({ sqlAlias, instanceOf }: Pick<Cube, 'sqlAlias' | 'instanceOf'>): {
  sqlAlias?: string;
} {
  // Instances of one cube stand beside each other.
  return sqlAlias === undefined || instanceOf !== undefined ? {} : { sqlAlias };
}

/**
 * The members that the caller's rights to some members are decided by: those of the model that stand behind what a
 * query adds.
 */
export function governingRefs(refs: readonly MemberRef[], lookup: MemberLookup): MemberRef[] {
  return refs.flatMap((ref) => ref.calculated?.reads.map((name) => lookup.any(name)) ?? [ref]);
}

/** @throws QueryError for a granularity that the dimension does not have */
export function checkGranularity({ name, member }: MemberRef<Dimension>, granularity: string): void {
  const known = [...GRANULARITIES, ...Object.keys(member.granularities)];
  if (member.type !== 'time')
    throw new QueryError(
      'wrong_kind',
      `${name} is of type ${member.type}; only a time dimension has granularities`,
      name,
    );
  if (!known.includes(granularity)) {
    throw new QueryError(
      'unknown_granularity',
      `${name} has no granularity ${JSON.stringify(granularity)}. ${didYouMean(granularity, known)}`,
      name,
    );
  }
}

/** @throws a plain error where the model is broken: resolving it has found every cube */
export function cubeOf(model: Model, name: string): Cube {
  const cube = model.cubes[name];
  if (!cube) throw new Error(`The model has no cube ${name}`);
  return cube;
}
