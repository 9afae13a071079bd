import type { CalculatedField } from '@oriel/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { serverFetch } from '../connection/server-connection.ts';
import { QueryRefused } from '../../query/load-batch.ts';
import { readModel, type Model, type ModelMember, type WireModel } from './model-members.ts';

/** The data model of a deployment, as the viewer's rights leave it. */
export function useModel(deploymentId: number) {
  return useQuery({
    queryKey: ['model', deploymentId],
    queryFn: async ({ signal }) => {
      const response = await serverFetch(`/deployments/${deploymentId}/cubejs-api/v1/meta`, { signal });
      if (!response.ok) throw await refusalIn(response);
      return readModel((await response.json()) as WireModel);
    },
    structuralSharing: false,
  });
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
  };
}
