import { wordsOf } from '../../dashboard/filters/member-words.ts';

/** A member of the data model, as the viewer sees it. */
export interface ModelMember {
  readonly name: string;
  readonly kind: 'measure' | 'dimension' | 'segment';
  /** `string`, `number`, `time` or `boolean`. */
  readonly type: string;
  readonly title: string;
  readonly description: string | undefined;
  /** The view or cube that it is a member of. */
  readonly source: string;
  /** The cube that has it: of a member of a view the one behind. */
  readonly cube: string;
  /** Whether its values may be listed. */
  readonly hasValues: boolean;
  /** Granularities of its own, beside the usual ones. */
  readonly granularities: readonly { name: string; title: string }[];
  /** Whether a workbook or a query adds it to the model. */
  readonly isCalculated?: boolean;
}

export interface ModelFolder {
  readonly name: string;
  readonly members: readonly (string | ModelFolder)[];
}

interface ModelHierarchy {
  readonly name: string;
  readonly title: string;
  readonly levels: readonly string[];
}

/** A view or a cube. */
export interface ModelSource {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly isView: boolean;
  /** Cubes of the same number can be joined; views are complete by themselves. */
  readonly component: number | undefined;
  readonly members: readonly ModelMember[];
  readonly folders: readonly ModelFolder[];
  readonly hierarchies: readonly ModelHierarchy[];
}

export interface Model {
  /** Views first, for they are made for people. */
  readonly sources: readonly ModelSource[];
  readonly members: ReadonlyMap<string, ModelMember>;
}

interface WireMember {
  name: string;
  title?: string;
  shortTitle?: string;
  description?: string;
  type?: string;
  aliasMember?: string;
  isVisible?: boolean;
  synthetic?: boolean;
  suggestFilterValues?: boolean;
  granularities?: { name: string; title?: string }[];
}

interface WireSource {
  name: string;
  title?: string;
  description?: string;
  type?: string;
  isVisible?: boolean;
  connectedComponent?: number;
  measures?: WireMember[];
  dimensions?: WireMember[];
  segments?: WireMember[];
  folders?: ModelFolder[];
  nestedFolders?: ModelFolder[];
  hierarchies?: { name: string; title?: string; levels: string[]; public?: boolean }[];
}

/** The answer of the query API about its model. */
export interface WireModel {
  cubes: readonly WireSource[];
}

const kinds = { measures: 'measure', dimensions: 'dimension', segments: 'segment' } as const;
const TYPES = new Set(['string', 'number', 'time', 'boolean']);

export function readModel({ cubes }: WireModel): Model {
  const sources = cubes
    .filter(({ isVisible }) => isVisible !== false)
    .map(readSource)
    .sort((one, other) => Number(other.isView) - Number(one.isView));
  return {
    sources: toldApart(sources),
    members: new Map(
      sources.flatMap(({ members }) => members.map((member) => [member.name, member] as const)),
    ),
  };
}

function readSource(wire: WireSource): ModelSource {
  const { name, title = name, description, folders = [], nestedFolders = folders, hierarchies = [] } = wire;
  const members = (['dimensions', 'measures', 'segments'] as const).flatMap((group) =>
    (wire[group] ?? [])
      .filter(({ isVisible, synthetic }) => isVisible !== false && synthetic !== true)
      .map((member) => readMember(member, kinds[group], name)),
  );
  return {
    name,
    title,
    description,
    isView: wire.type === 'view',
    component: wire.connectedComponent,
    members: toldApart(members),
    folders: nestedFolders,
    hierarchies: hierarchies
      .filter((hierarchy) => hierarchy.public !== false)
      .map((hierarchy) => ({ ...hierarchy, title: hierarchy.title ?? hierarchy.name })),
  };
}

/** What has the title of another, such as the cities of a start and of an end, has the words of its name beside it. */
function toldApart<Named extends { readonly name: string; readonly title: string }>(
  list: readonly Named[],
): Named[] {
  const byTitle = Map.groupBy(list, ({ title }) => title);
  return list.map((each) => {
    const words = wordsOf(each.name);
    const isTold = byTitle.get(each.title)?.length === 1 || words === each.title;
    return isTold ? each : { ...each, title: `${each.title} (${words})` };
  });
}

function readMember(wire: WireMember, kind: ModelMember['kind'], source: string): ModelMember {
  const { name, title = name, shortTitle = title, description, type = 'string' } = wire;
  return {
    name,
    kind,
    type: kind === 'segment' ? 'boolean' : TYPES.has(type) ? type : 'string',
    title: shortTitle,
    description,
    source,
    cube: (wire.aliasMember ?? name).split('.')[0] ?? source,
    hasValues: wire.suggestFilterValues !== false,
    granularities: (wire.granularities ?? []).map((grain) => ({
      ...grain,
      title: grain.title ?? grain.name,
    })),
  };
}

/** Whether members of two sources can stand in one query. */
export function canJoin(one: ModelSource, other: ModelSource): boolean {
  if (one.name === other.name) return true;
  return one.component !== undefined && one.component === other.component;
}

/** The sources that the named members are of, in order; unknown members have none. */
export function sourcesOf(model: Model, names: readonly string[]): ModelSource[] {
  const used = new Set(names.map((name) => name.split('.')[0] ?? ''));
  return model.sources.filter(({ name }) => used.has(name));
}
