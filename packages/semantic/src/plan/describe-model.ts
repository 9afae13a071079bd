import {
  isAggregate,
  type Cube,
  type Dimension,
  type Folder,
  type Measure,
  type Model,
  type View,
} from '../model/model.ts';
import { memberNames } from '../model/resolve-reference.ts';
import type { QueryContext } from '../query/query.ts';
import { describeDimension, describeMeasure, describeMember } from './annotation.ts';
import { createLookup, type MemberRef } from './member-ref.ts';
import { isGranted } from './policies.ts';

/** The metadata of a model as one caller may see it, in the form of the query API's `/meta`. */
export interface ModelDescription {
  readonly cubes: readonly object[];
  readonly viewGroups?: readonly object[];
}

export function describeModel(model: Model, context: QueryContext): ModelDescription {
  const components = connectedComponents(model);
  const cubes = [...Object.values(model.cubes), ...Object.values(model.views)].flatMap((owner) =>
    describeOwner(model, owner, context, components),
  );
  const visible = new Set(cubes.map((cube) => (cube as { name: string }).name));
  const groups = model.viewGroups
    .map(({ name, title, description, views }) => ({
      name,
      title,
      description,
      views: views.filter((view) => visible.has(view)),
    }))
    .filter(({ views }) => views.length > 0);
  return { cubes, ...(groups.length > 0 && { viewGroups: groups }) };
}

function describeOwner(
  model: Model,
  owner: Cube | View,
  context: QueryContext,
  components: ReadonlyMap<string, number>,
): object[] {
  if (!owner.isPublic) return [];
  const lookup = createLookup(model);
  const names = owner.kind === 'cube' ? memberNames(owner) : Object.keys(owner.members);
  const refs = names
    .map((name) => lookup.any(`${owner.name}.${name}`))
    .filter((ref) => ref.isPublic && isGranted(owner, ref.name.split('.')[1] ?? '', context));
  if (refs.length === 0) return [];
  // Each filter keeps one kind, which the compiler cannot carry over to the whole reference.
  const measures = refs.filter((ref): ref is MemberRef<Measure> => ref.member.kind === 'measure');
  const dimensions = refs.filter((ref): ref is MemberRef<Dimension> => ref.member.kind === 'dimension');
  const segments = refs.filter((ref) => ref.member.kind === 'segment');
  const component = components.get(owner.name);
  return [
    {
      name: owner.name,
      type: owner.kind,
      title: owner.title,
      ...(owner.description !== undefined && { description: owner.description }),
      isVisible: true,
      public: true,
      ...(owner.meta !== undefined && { meta: owner.meta }),
      ...(component !== undefined && { connectedComponent: component }),
      ...viewGroupsOf(model, owner),
      measures: measures.map((ref) => measureMeta(model, ref)),
      dimensions: dimensions.map((ref) => dimensionMeta(model, ref)),
      segments: segments.map((ref) => ({
        name: ref.name,
        ...describeMember(model, ref),
        isVisible: true,
        public: true,
      })),
      hierarchies: hierarchiesOf(owner),
      folders:
        owner.kind === 'view'
          ? owner.folders.map((folder) => ({
              name: folder.name,
              members: flatten(folder).map((name) => `${owner.name}.${name}`),
            }))
          : [],
      nestedFolders: owner.kind === 'view' ? owner.folders.map((folder) => nested(owner.name, folder)) : [],
    },
  ];
}

function measureMeta(model: Model, ref: MemberRef<Measure>): object {
  const { member } = ref;
  return {
    name: ref.name,
    ...describeMeasure(model, ref),
    aggType: isAggregate(member.type) ? camelCase(member.type) : member.type,
    cumulative: false,
    cumulativeTotal: false,
    ...aliasMember(model, ref),
    isVisible: true,
    public: true,
  };
}

function dimensionMeta(model: Model, ref: MemberRef<Dimension>): object {
  const { member } = ref;
  return {
    name: ref.name,
    ...describeDimension(model, ref),
    suggestFilterValues: member.suggestFilterValues,
    primaryKey: member.isPrimaryKey,
    ...(member.order !== undefined && { order: member.order }),
    ...aliasMember(model, ref),
    isVisible: true,
    public: true,
  };
}

/** In a view, the cube's member behind it. */
function aliasMember(model: Model, ref: MemberRef): { aliasMember?: string } {
  return ref.scope in model.views ? { aliasMember: `${ref.cube}.${ref.member.name}` } : {};
}

function hierarchiesOf(owner: Cube | View): object[] {
  if (owner.kind === 'view') return [];
  return owner.hierarchies
    .filter(({ isPublic }) => isPublic)
    .map(({ name, title, levels }) => ({
      name: `${owner.name}.${name}`,
      title,
      levels: levels.map((level) => (level.includes('.') ? level : `${owner.name}.${level}`)),
      public: true,
    }));
}

function viewGroupsOf(model: Model, owner: Cube | View): { viewGroups?: string[] } {
  const names = model.viewGroups.filter(({ views }) => views.includes(owner.name)).map(({ name }) => name);
  return names.length > 0 ? { viewGroups: names } : {};
}

function flatten(folder: Folder): string[] {
  return folder.members.flatMap((member) => (typeof member === 'string' ? [member] : flatten(member)));
}

function nested(view: string, folder: Folder): object {
  return {
    name: folder.name,
    members: folder.members.map((member) =>
      typeof member === 'string' ? `${view}.${member}` : nested(view, member),
    ),
  };
}

/** Cubes of the same number can be joined one way or another. */
function connectedComponents(model: Model): Map<string, number> {
  const component = new Map<string, number>();
  const visit = (cube: string, number: number): void => {
    if (component.has(cube)) return;
    component.set(cube, number);
    for (const { target } of model.cubes[cube]?.joins ?? []) visit(target, number);
    for (const other of Object.values(model.cubes))
      if (other.joins.some(({ target }) => target === cube)) visit(other.name, number);
  };
  let next = 1;
  for (const cube of Object.keys(model.cubes)) {
    if (component.has(cube)) continue;
    visit(cube, next);
    next += 1;
  }
  return component;
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
