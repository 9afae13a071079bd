import { createVisibleMembers, type VisibleMembers } from '../access/visible-members.ts';
import type { Cube, Dimension, Folder, Measure, Model, View } from '../model/definitions/model.ts';
import { memberNames } from '../model/definitions/resolve-reference.ts';
import { printSqlTemplate } from '../model/sql-template/print-sql-template.ts';
import type { SqlTemplate } from '../model/sql-template/sql-template.ts';
import { findRef, type MemberRef } from '../members/member-ref.ts';
import type { QueryContext } from '../query/query.ts';
import { withoutGranularity } from './annotation.ts';
import { connectedComponents } from './connected-components.ts';
import { dimensionMeta, measureMeta, segmentMeta } from './describe-member.ts';

/** The metadata of a model as one caller may see it, in the form of the query API's `/meta`. */
export interface ModelDescription {
  readonly cubes: readonly object[];
  readonly viewGroups?: readonly object[];
}

/** What a description of a model holds beyond the members that the caller may see. */
export interface DescribeOptions {
  /** Definitions beside the descriptions: SQL, joins, files, pre-aggregations. Default false. */
  readonly isExtended?: boolean;
  /** Leaves cubes out. Default false. */
  readonly onlyViews?: boolean;
}

/** Describes what the caller may see: public, and granted by a policy where there are any. */
export function describeModel(
  model: Model,
  context: QueryContext,
  options: DescribeOptions = {},
): ModelDescription {
  const describe = createDescriber(model, context, options);
  const owners = [...(options.onlyViews ? [] : Object.values(model.cubes)), ...Object.values(model.views)];
  const described = owners.flatMap((owner) => describe(owner) ?? []);
  const visible = new Set(described.map(({ name }) => name));
  const groups = model.viewGroups
    .map((group) => ({ ...group, views: group.views.filter((view) => visible.has(view)) }))
    .filter(({ views }) => views.length > 0);
  return { cubes: described, ...(groups.length > 0 && { viewGroups: groups }) };
}

type OwnerDescription = { readonly name: string } & object;

function createDescriber(
  model: Model,
  context: QueryContext,
  { isExtended = false }: DescribeOptions,
): (owner: Cube | View) => OwnerDescription | undefined {
  const components = connectedComponents(model);
  const visible = createVisibleMembers(model, context);
  return (owner) => {
    if (!owner.isPublic) return undefined;
    const refs = visibleMembers(model, owner, visible);
    if (refs.length === 0) return undefined;
    const isVisible = (name: string) => visible.has(name);
    const component = components.get(owner.name);
    return {
      name: owner.name,
      type: owner.kind,
      title: owner.title,
      ...(owner.description !== undefined && { description: owner.description }),
      isVisible: true,
      public: true,
      ...(owner.meta !== undefined && { meta: owner.meta }),
      ...(component !== undefined && { connectedComponent: component }),
      ...viewGroupsOf(model, owner),
      ...membersMeta(model, refs, visible),
      hierarchies: hierarchiesOf(owner, visible),
      ...foldersOf(owner, isVisible),
      ...(isExtended && definitionOf(owner)),
    };
  };
}

function visibleMembers(model: Model, owner: Cube | View, visible: VisibleMembers): MemberRef[] {
  const names = owner.kind === 'cube' ? memberNames(owner) : Object.keys(owner.members);
  return names
    .map((name) => `${owner.name}.${name}`)
    .filter((name) => visible.has(name))
    .flatMap((name) => findRef(model, name) ?? []);
}

function membersMeta(model: Model, refs: readonly MemberRef[], visible: VisibleMembers): object {
  // Each filter keeps one kind, which the compiler cannot carry over to the whole reference.
  const measures = refs.filter((ref): ref is MemberRef<Measure> => ref.member.kind === 'measure');
  const dimensions = refs.filter((ref): ref is MemberRef<Dimension> => ref.member.kind === 'dimension');
  const segments = refs.filter((ref) => ref.member.kind === 'segment');
  return {
    measures: measures.map((ref) => measureMeta(model, ref, visible)),
    dimensions: dimensions.map((ref) => dimensionMeta(model, ref, visible)),
    segments: segments.map((ref) => segmentMeta(model, ref, visible)),
  };
}

/** Those with a level that the caller may see, and with such levels alone. */
function hierarchiesOf(owner: Cube | View, visible: VisibleMembers): object[] {
  return owner.hierarchies.flatMap((hierarchy) => {
    const levels = hierarchy.levels
      .map((level) => (typeof level === 'string' ? `${owner.name}.${level}` : level.text))
      .filter((level) => visible.has(withoutGranularity(level)));
    if (!hierarchy.isPublic || levels.length === 0) return [];
    const { name, title } = hierarchy;
    const alias =
      'aliasMember' in hierarchy && visible.hasAnyOf(hierarchy.aliasMember.split('.')[0] ?? '')
        ? { aliasMember: hierarchy.aliasMember }
        : {};
    return [{ name: `${owner.name}.${name}`, title, levels, public: true, ...alias }];
  });
}

function viewGroupsOf(model: Model, owner: Cube | View): { viewGroups?: string[] } {
  const names = model.viewGroups.filter(({ views }) => views.includes(owner.name)).map(({ name }) => name);
  return names.length > 0 ? { viewGroups: names } : {};
}

interface NestedFolder {
  readonly name: string;
  readonly members: readonly (string | NestedFolder)[];
}

/** The folders as they nest, and flat: all that is anywhere in a folder of the root. */
function foldersOf(owner: Cube | View, isVisible: (name: string) => boolean): object {
  const folders = owner.kind === 'view' ? owner.folders : [];
  const nested = folders.map((folder) => nestedFolder(folder, owner.name, isVisible));
  return {
    folders: nested.map((folder) => ({ name: folder.name, members: [...new Set(flatten(folder))] })),
    nestedFolders: nested,
  };
}

function nestedFolder(
  { name, members }: Folder,
  view: string,
  isVisible: (name: string) => boolean,
): NestedFolder {
  return {
    name,
    members: members.flatMap((member): (string | NestedFolder)[] => {
      if (typeof member !== 'string') return [nestedFolder(member, view, isVisible)];
      const full = `${view}.${member}`;
      return isVisible(full) ? [full] : [];
    }),
  };
}

function flatten(folder: NestedFolder): string[] {
  return folder.members.flatMap((member) => (typeof member === 'string' ? [member] : flatten(member)));
}

/** What an owner is made of. */
function definitionOf(owner: Cube | View): object {
  const file = { fileName: owner.location.file };
  if (owner.kind === 'view') return file;
  const sql = (template: SqlTemplate) => printSqlTemplate(template);
  return {
    ...file,
    [owner.source.kind === 'table' ? 'sqlTable' : 'sql']: sql(owner.source.sql),
    dataSource: owner.dataSource,
    ...(owner.refreshKey !== undefined && { refreshKey: owner.refreshKey }),
    joins: owner.joins.map((join) => ({
      name: join.target,
      relationship: join.relationship,
      sql: sql(join.sql),
    })),
    preAggregations: owner.preAggregations.map(({ type, definition }) => ({ type, ...definition })),
  };
}
