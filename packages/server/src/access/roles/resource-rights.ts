import type { Permission, Policy } from '@oriel/contract';

/**
 * The kinds of resources beside items and deployments that a role names one by one, and the actions that mean something
 * on each.
 */
export const resourceActions = {
  Agent: ['All', 'AgentRead', 'AgentManage', 'AgentAdmin'],
  AgentSpace: ['All', 'AgentRead', 'AgentSpaceManage'],
  ChatThread: ['All', 'ChatThreadRead'],
} as const satisfies Partial<Record<Policy['resourceType'], readonly Permission[]>>;

type NamedResource = keyof typeof resourceActions;

export const isNamedResource = (type: string): type is NamedResource => Object.hasOwn(resourceActions, type);

/** What a policy permits on some resources of a kind. */
export interface ResourceRights {
  readonly kind: NamedResource;
  /** Ids as texts; null is every one. */
  readonly ids: readonly string[] | null;
}

/**
 * The rights of a policy. Each of its actions shows the resource, which is all that there is to decide: agents are
 * configured as files.
 */
export function resourceRightsOf({ resourceType, resources }: Policy): ResourceRights[] {
  if (!isNamedResource(resourceType)) return [];
  return [{ kind: resourceType, ids: resources.includes('All') ? null : resources }];
}

/** The resources of a kind that rights show: their ids, or null for every one. */
export function shownResources(
  { resources }: { readonly resources: readonly ResourceRights[] },
  kind: NamedResource,
): readonly string[] | null {
  const given = resources.filter((each) => each.kind === kind);
  if (given.some(({ ids }) => ids === null)) return null;
  return [...new Set(given.flatMap(({ ids }) => ids ?? []))];
}
