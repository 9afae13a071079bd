import type { BatchOptions } from './load-batch.ts';

interface WireMeta {
  cubes: { dimensions?: WireMember[]; measures?: WireMember[] }[];
}

interface WireMember {
  name: string;
  type: string;
  title?: string;
  shortTitle?: string;
  links?: { name: string; primary?: boolean }[];
}

/** What a filter has to know of a member. */
type KnownType = 'string' | 'number' | 'time' | 'boolean';
const known: ReadonlySet<string> = new Set<KnownType>(['string', 'number', 'time', 'boolean']);

/** Types by the full name of the member, and what else is known of the model. */
export interface MemberTypeMap extends ReadonlyMap<string, KnownType> {
  readonly measures?: ReadonlySet<string>;
  /** The short title of each member. */
  readonly titles?: ReadonlyMap<string, string>;
  /** By dimension the one that holds the addresses of its links: those of the first one, or of that which the model calls primary. */
  readonly links?: ReadonlyMap<string, string>;
}

/** The types of the members that the caller may see, by full name; members of other types are left out. */
export async function loadMemberTypes({
  deploymentUrl,
  fetch = globalThis.fetch,
}: BatchOptions): Promise<MemberTypeMap> {
  const response = await fetch(`${deploymentUrl}/cubejs-api/v1/meta`);
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  const { cubes } = (await response.json()) as WireMeta;
  const members = cubes.flatMap(({ dimensions = [], measures = [] }) => [...dimensions, ...measures]);
  const types = members.filter(({ type }) => known.has(type));
  const names = new Set(members.map(({ name }) => name));
  return Object.assign(new Map(types.map(({ name, type }) => [name, type as KnownType])), {
    titles: new Map(
      members.flatMap(({ name, title, shortTitle = title }) =>
        shortTitle === undefined ? [] : [[name, shortTitle] as const],
      ),
    ),
    measures: new Set(cubes.flatMap(({ measures = [] }) => measures.map(({ name }) => name))),
    links: new Map(members.flatMap((member) => linkOf(member, names))),
  });
}

function linkOf({ name, links = [] }: WireMember, names: ReadonlySet<string>): [string, string][] {
  const link = links.find(({ primary }) => primary) ?? links[0];
  const addresses = link && `${name}___link_${link.name}_url`;
  return addresses !== undefined && names.has(addresses) ? [[name, addresses]] : [];
}
