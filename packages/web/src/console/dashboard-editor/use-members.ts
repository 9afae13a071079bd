import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { wordsOf } from '../../dashboard/use-member-names.ts';
import { loadMemberTypes, type MemberTypeMap } from '../../query/load-member-types.ts';
import { serverFetch } from '../connection/server-connection.ts';

/** A dimension of the model that a control may be about. */
export interface Dimension {
  readonly name: string;
  readonly title: string;
  readonly view: string;
  readonly type: 'string' | 'number' | 'time' | 'boolean';
}

const FRESH_MS = 300_000;

const membersOf = (deploymentId: number) => ({
  queryKey: ['member-types', deploymentId],
  queryFn: () => loadMemberTypes({ deploymentUrl: `/deployments/${deploymentId}`, fetch: serverFetch }),
  staleTime: FRESH_MS,
});

/** Loads what the model says of its members, once for all who ask. */
export function useMemberTypeLoader(deploymentId: number): () => Promise<MemberTypeMap> {
  const queryClient: QueryClient = useQueryClient();
  return useCallback(() => queryClient.fetchQuery(membersOf(deploymentId)), [queryClient, deploymentId]);
}

/** The dimensions that the author may see, by view; none while they are not known. */
export function useDimensions(deploymentId: number): {
  dimensions: readonly Dimension[];
  isPending: boolean;
  isError: boolean;
} {
  const { data, isPending, isError } = useQuery(membersOf(deploymentId));
  return { dimensions: data ? dimensionsOf(data) : [], isPending, isError };
}

function dimensionsOf(types: MemberTypeMap): Dimension[] {
  const hidden = new Set(types.links?.values());
  return [...types]
    .filter(([name]) => !types.measures?.has(name) && !hidden.has(name))
    .map(([name, type]) => ({
      name,
      type,
      title: types.titles?.get(name) ?? wordsOf(name),
      view: wordsOf(name.split('.')[0] ?? name),
    }));
}

/** Dimensions as groups of a choice; those of a view that have one title are told apart by their names. */
export function groupedByView(dimensions: readonly Dimension[]) {
  return [...Map.groupBy(dimensions, ({ view }) => view)].map(([group, members]) => ({
    group,
    items: members.map(({ name, title }) => ({
      value: name,
      label: members.some((other) => other.name !== name && other.title === title)
        ? `${title} (${wordsOf(name)})`
        : title,
    })),
  }));
}
