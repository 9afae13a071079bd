import type { CalculatedField } from '@oriel/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { QueryRefused } from '../../query/load-batch.ts';
import { memberTypesOf, type MemberTypeMap } from '../../query/load-member-types.ts';
import { serverFetch } from '../connection/server-connection.ts';
import { readModel, type Model, type ModelMember, type WireModel } from './model-members.ts';

/** Types of members change less than the members that there are. */
const TYPES_FRESH_MS = 300_000;

/** The answer of the query API about its model, read once for all who ask. */
const modelQuery = (deploymentId: number) =>
  queryOptions({
    queryKey: ['model', deploymentId],
    // Not cancelled with who asked first: others may wait for it as well.
    queryFn: async () => {
      const response = await serverFetch(`/deployments/${deploymentId}/cubejs-api/v1/meta`);
      if (!response.ok) throw await refusalIn(response);
      const wire = (await response.json()) as WireModel;
      return { model: readModel(wire), types: memberTypesOf(wire) };
    },
    structuralSharing: false,
  });

/** The data model of a deployment, as the viewer's rights leave it. */
export function useModel(deploymentId: number) {
  return useQuery({ ...modelQuery(deploymentId), select: ({ model }) => model });
}

/** Loads the types of the model's members, where they are not known yet. */
export function useMemberTypeLoader(deploymentId: number): () => Promise<MemberTypeMap> {
  const queries = useQueryClient();
  return useCallback(
    async () => (await queries.fetchQuery({ ...modelQuery(deploymentId), staleTime: TYPES_FRESH_MS })).types,
    [queries, deploymentId],
  );
}

/** The words of the query API, where it has answered. */
async function refusalIn(response: Response): Promise<QueryRefused> {
  const answer = (await response.json().catch(() => ({}))) as { error?: string; code?: string };
  return new QueryRefused(answer.error ?? '', answer.code, response.status);
}

type Fields = Readonly<Record<string, CalculatedField>>;

/** The model with the calculated fields of a workbook and of a query, which are members like others. */
export function useModelWith(model: Model | undefined, fields: Fields): Model | undefined {
  return useMemo(() => {
    const named = Object.entries(fields);
    if (!model || named.length === 0) return model;
    const added = named.map(([name, field]) => memberOf(name, field));
    const sources = model.sources.map((source) => ({
      ...source,
      members: [...source.members, ...added.filter((member) => member.source === source.name)],
    }));
    return {
      sources,
      members: new Map([...model.members, ...added.map((each) => [each.name, each] as const)]),
    };
  }, [model, fields]);
}

function memberOf(name: string, { kind, title }: CalculatedField): ModelMember {
  const [source = ''] = name.split('.');
  return {
    name,
    kind: kind ?? 'measure',
    type: kind === 'dimension' ? 'string' : 'number',
    title: title ?? name,
    description: undefined,
    source,
    cube: source,
    hasValues: true,
    granularities: [],
    isCalculated: true,
  };
}
