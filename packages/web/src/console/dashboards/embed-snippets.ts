import type { Dashboard } from '@oriel/contract';

interface SnippetOptions {
  /** Where the server is, without a slash at the end. */
  origin: string;
  dashboard: Pick<Dashboard, 'publicId' | 'deploymentId'>;
  /** The tenant of the viewer; undefined where any will do. */
  embedTenantName: string | undefined;
}

/** The call by which a back end generates a session for one viewer. The key is in the shell's environment. */
export function sessionSnippet({ origin, dashboard, embedTenantName }: SnippetOptions): string {
  const fields = { deploymentId: dashboard.deploymentId, externalId: 'viewer@customer', embedTenantName };
  const body = JSON.stringify(fields, null, 2).replaceAll('\n', '\n  ');
  return `curl -X POST ${origin}/api/v1/embed/generate-session \\
  -H "Authorization: Bearer $ORIEL_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d ${shellQuoted(body)}`;
}

/**
 * The frame of a page that shows the dashboard; the page puts the id of a fresh session in the place of `SESSION_ID`.
 */
export function frameSnippet({ origin, dashboard }: Pick<SnippetOptions, 'origin' | 'dashboard'>): string {
  return `<iframe
  src="${origin}/embed/dashboard/${dashboard.publicId}?session=SESSION_ID"
  referrerpolicy="origin"
  style="border: 0; width: 100%; height: 800px"
></iframe>`;
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
