import { isJsonObject } from '@oriel/contract';

/**
 * The value of a claim by its name: of the claim that is called so, dots and all, or of one within others, as
 * `realm_access.roles` is that of Keycloak. Undefined where there is none.
 */
export function claimValue(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const outer = name.slice(0, dot);
    const inner = Object.hasOwn(claims, outer) ? claims[outer] : undefined;
    const value = isJsonObject(inner) ? claimValue(inner, name.slice(dot + 1)) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
