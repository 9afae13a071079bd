import type { UserAttributeInput } from '@oriel/contract';
import type { AttributeValue } from '../db/tables.ts';

/** What holds for one rendering of a viewer of an embed tenant over what is stored of them. What is absent is as stored. */
export interface RenderingOverrides {
  /** Names of groups of the account, instead of all that the viewer has. */
  readonly groups?: readonly string[];
  /** Values of attributes by name; null is none. */
  readonly attributes?: Readonly<Record<string, AttributeValue | null>>;
  /** Keys of the security context beside the reserved one. */
  readonly securityContext?: Readonly<Record<string, unknown>>;
}

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
