/**
 * The identifiers of the API and of the embed protocol that carry a brand. `svc` is the default; `cube` speaks
 * the identifiers of Cube's own products, so that an existing host page or API client moves over by changing
 * its base address.
 */
export interface ServerBrand {
  readonly name: 'svc' | 'cube';
  /** The reserved key of the security context: groups, attributes and name of the viewer. */
  readonly securityContextKey: string;
}

export const serverBrands = {
  svc: { name: 'svc', securityContextKey: 'svcCloud' },
  cube: { name: 'cube', securityContextKey: 'cubeCloud' },
} as const satisfies Record<string, ServerBrand>;
