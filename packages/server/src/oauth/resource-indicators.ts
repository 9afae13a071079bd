import { limits } from '@oriel/contract';

/** Where deployments are, below the issuer. */
const DEPLOYMENT = /^\/api\/v1\/deployments\/(\d{1,10})$/;

/** Where the MCP server is, below the issuer: it does what the API does. */
const MCP = '/mcp';

/** What an access token is for: the whole API (null), or one deployment by its id. */
type Resource = number | null;

/**
 * Reads a resource indicator (RFC 8707): the issuer itself, with or without a slash at the end, its MCP server
 * (`ISSUER/mcp`), or a deployment of it, `ISSUER/api/v1/deployments/7`. Undefined for anything else.
 */
export function parseResource(issuer: string, indicator: string): Resource | undefined {
  if (!indicator.startsWith(issuer)) return undefined;
  const path = indicator.slice(issuer.length);
  if (path === '' || path === '/' || path === MCP) return null;
  const [, digits] = DEPLOYMENT.exec(path) ?? [];
  const id = Number(digits);
  return digits !== undefined && id > 0 && id <= limits.MAX_ID ? id : undefined;
}

/** The indicators of a request's parameter, which comes once or several times. */
export function indicatorsOf(parameter: unknown): string[] {
  const all = Array.isArray(parameter) ? parameter : [parameter];
  return all.filter((each) => typeof each === 'string');
}

/** The deployments that some indicators come to; null for all. */
export function deploymentsOf(issuer: string, indicators: readonly string[]): number[] | null {
  const resources = indicators.map((indicator) => parseResource(issuer, indicator));
  if (resources.includes(null)) return null;
  return [...new Set(resources.filter((id) => typeof id === 'number'))];
}
