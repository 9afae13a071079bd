import type { BatchOptions } from './load-batch.ts';

/** The answer of the query API about its model. */
interface WireMeta {
  readonly cubes: readonly { dimensions?: readonly WireMember[]; measures?: readonly WireMember[] }[];
}

interface WireMember {
  name: string;
  type?: string;
  title?: string;
  shortTitle?: string;
}

/** What a filter has to know of a member. */
type KnownType = 'string' | 'number' | 'time' | 'boolean';
const known: ReadonlySet<string> = new Set<KnownType>(['string', 'number', 'time', 'boolean']);

/** Types by the full name of the member, and what else is known of the model. */
export interface MemberTypeMap extends ReadonlyMap<string, KnownType> {
  readonly measures?: ReadonlySet<string>;
  /** The short title of each member. */
  readonly titles?: ReadonlyMap<string, string>;
}

/** The types of the members that the caller may see, by full name; members of other types are left out. */
export async function loadMemberTypes({
  deploymentUrl,
  fetch = globalThis.fetch,
}: BatchOptions): Promise<MemberTypeMap> {
  const response = await fetch(`${deploymentUrl}/cubejs-api/v1/meta`);
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return memberTypesOf((await response.json()) as WireMeta);
}

/** Those of an answer about the model. */
export function memberTypesOf({ cubes }: WireMeta): MemberTypeMap {
  const members = cubes.flatMap(({ dimensions = [], measures = [] }) => [...dimensions, ...measures]);
  return Object.assign(new Map(members.flatMap(typeOf)), {
    titles: new Map(
      members.flatMap(({ name, title, shortTitle = title }) =>
        shortTitle === undefined ? [] : [[name, shortTitle] as const],
      ),
    ),
    measures: new Set(cubes.flatMap(({ measures = [] }) => measures.map(({ name }) => name))),
  });
}

function typeOf({ name, type = '' }: WireMember): [string, KnownType][] {
  return known.has(type) ? [[name, type as KnownType]] : [];
}
