import { isJsonObject } from '@oriel/contract/json-object';

/** Custom claims as the form shows them. */
export function claimsText(claims: Readonly<Record<string, unknown>> | null | undefined): string {
  return claims == null || Object.keys(claims).length === 0 ? '' : JSON.stringify(claims, undefined, 2);
}

/** The claims of a text; null for none, undefined for what is no JSON object. */
export function parseClaims(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const claims: unknown = JSON.parse(text);
    return isJsonObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}
