import { wordsOf } from '../../../dashboard/filters/member-words.ts';
import {
  canJoin,
  type Model,
  type ModelFolder,
  type ModelMember,
  type ModelSource,
} from '../../data-model/model-members.ts';

/** Members under a heading, and groups within. */
export interface MemberGroup {
  /** Tells it from others, also of the same title. */
  readonly key: string;
  /** What it stands for, in the words of the model; undefined for members without a group. */
  readonly title: string | undefined;
  readonly kind: 'calculated' | 'folder' | 'cube' | 'hierarchy' | 'rest';
  readonly members: readonly ModelMember[];
  readonly groups: readonly MemberGroup[];
}

/** How the members of a source are grouped: by the folders of a view that defines some, else by cube. */
export function groupMembers(model: Model, source: ModelSource, isByCube: boolean): MemberGroup[] {
  const isCalculated = (member: ModelMember) => member.isCalculated === true;
  const calculated: MemberGroup = {
    key: `${source.name} calculated`,
    title: undefined,
    kind: 'calculated',
    members: source.members.filter(isCalculated),
    groups: [],
  };
  const stored = { ...source, members: source.members.filter((member) => !isCalculated(member)) };
  const isByFolder = source.isView && source.folders.length > 0 && !isByCube;
  const groups = isByFolder ? byFolder(stored) : byCube(model, stored);
  return [
    calculated,
    ...source.hierarchies.map((hierarchy) => hierarchyGroup(source, hierarchy)),
    ...groups,
  ].filter((group) => group.members.length + group.groups.length > 0);
}

/** Those members, and the groups around them, in which a text is found: in the title, the name or the description. */
export function searchGroups(groups: readonly MemberGroup[], text: string): MemberGroup[] {
  const words = text.trim().toLowerCase();
  if (words === '') return [...groups];
  return groups.flatMap((group) => {
    const members = group.members.filter((member) => matches(member, words));
    const inner = searchGroups(group.groups, words);
    return members.length + inner.length > 0 ? [{ ...group, members, groups: inner }] : [];
  });
}

function matches({ name, title, description = '' }: ModelMember, words: string): boolean {
  return [name, title, description].some((text) => text.toLowerCase().includes(words));
}

function byFolder(source: ModelSource): MemberGroup[] {
  const members = new Map(source.members.map((member) => [member.name, member]));
  const placed = new Set<string>();
  const groupOf = (folder: ModelFolder, path: string): MemberGroup => {
    const key = `${path}/${folder.name}`;
    const names = folder.members.filter((entry) => typeof entry === 'string');
    names.forEach((name) => placed.add(name));
    return {
      key,
      title: folder.name,
      kind: 'folder',
      members: names.flatMap((name) => members.get(name) ?? []),
      groups: folder.members
        .filter((entry) => typeof entry !== 'string')
        .map((inner) => groupOf(inner, key))
        .filter((group) => group.members.length + group.groups.length > 0),
    };
  };
  const folders = source.folders.map((folder) => groupOf(folder, source.name));
  const rest = source.members.filter(({ name }) => !placed.has(name));
  return [
    ...folders,
    { key: `${source.name} rest`, title: undefined, kind: 'rest', members: rest, groups: [] },
  ];
}

/** The cubes behind a view; of a cube itself and those that it can be joined with. */
function byCube(model: Model, source: ModelSource): MemberGroup[] {
  const sources = source.isView
    ? [source]
    : [source, ...model.sources.filter((other) => other.name !== source.name && canJoin(source, other))];
  const members = sources.flatMap((each) => each.members);
  const cubes = Map.groupBy(members, ({ cube }) => cube);
  return [...cubes].map(([cube, own]) => ({
    key: `${source.name} ${cube}`,
    title: model.sources.find(({ name }) => name === cube)?.title ?? wordsOf(cube),
    kind: 'cube',
    members: own,
    groups: [],
  }));
}

function hierarchyGroup(
  source: ModelSource,
  { name, title, levels }: ModelSource['hierarchies'][number],
): MemberGroup {
  const members = levels.flatMap((level) => source.members.find((member) => member.name === level) ?? []);
  return { key: `${source.name} hierarchy ${name}`, title, kind: 'hierarchy', members, groups: [] };
}
