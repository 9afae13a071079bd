import type { UserAttributeInput } from '@oriel/contract';
import type { RenderingOverrides } from '../db/values/stored-renderings.ts';

/** The overrides that a request names. */
export function toOverrides(input: {
  groups?: readonly string[] | null | undefined;
  userAttributes?: readonly UserAttributeInput[] | null | undefined;
  securityContext?: Readonly<Record<string, unknown>> | null | undefined;
}): RenderingOverrides {
  const { groups, userAttributes, securityContext } = input;
  const attributes = userAttributes?.map(({ name, value = null }) => [name, value] as const);
  return {
    ...(groups && { groups }),
    ...(attributes && { attributes: Object.fromEntries(attributes) }),
    ...(securityContext && { securityContext }),
  };
}
