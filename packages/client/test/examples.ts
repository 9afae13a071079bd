// The examples of the documentation, which are run by examples.test.ts.
// #region connect
import { createClient, createOAuthTokens, isApiError, type Client, type OAuthTokens } from '@oriel/client';

export const connect = (baseUrl: string, apiKey: string): Client => createClient({ baseUrl, apiKey });
// #endregion

// #region call
/** Moves reports into a folder; answers with why some stayed where they are. */
export async function moveReports(client: Client, deploymentId: number, ids: number[], folderId: number) {
  const { failed } = await client.call('bulkMoveWorkspaceObjects', {
    params: { deploymentId },
    body: { items: ids.map((id) => ({ type: 'REPORT', id })), folderId },
  });
  return failed.map(({ id, error }) => `report ${id}: ${error.message}`);
}
// #endregion

// #region items
/** The names of all reports that have a word in their name or title. */
export async function reportNames(client: Client, deploymentId: number, search: string): Promise<string[]> {
  const names: string[] = [];
  const input = { params: { deploymentId }, query: { search, first: 200 } };
  for await (const report of client.items('getReports', input)) names.push(report.name);
  return names;
}
// #endregion

// #region errors
/** Makes a folder, or answers undefined where there is one of that name. */
export async function ensureFolder(client: Client, deploymentId: number, name: string) {
  try {
    return await client.call('createFolder', { params: { deploymentId }, body: { name } });
  } catch (error) {
    if (isApiError(error, 'folder_name_taken')) return undefined;
    if (!isApiError(error)) throw error;
    throw new Error(`No folder was made (${error.code}, request ${error.requestId})`, { cause: error });
  }
}
// #endregion

// #region token
/** A client that renews its token a minute before it expires. */
export function connectWithTokens(
  baseUrl: string,
  renew: () => Promise<{ token: string; expiresAt: number }>,
): Client {
  let current: { token: string; expiresAt: number } | undefined;
  return createClient({
    baseUrl,
    getToken: async () => {
      if (current === undefined || current.expiresAt - Date.now() < 60_000) current = await renew();
      return current.token;
    },
  });
}
// #endregion

// #region oauth
/** A client that acts by OAuth tokens; `save` keeps those that a refresh has brought. */
export function connectWithOAuth(
  baseUrl: string,
  {
    clientId,
    tokens,
    save,
  }: { clientId: string; tokens: OAuthTokens; save(tokens: OAuthTokens): Promise<void> },
): Client {
  let current = tokens;
  const store = {
    read: () => current,
    async write(next: OAuthTokens) {
      await save(next);
      current = next;
    },
  };
  const tokenEndpoint = `${baseUrl}/oauth/token`;
  return createClient({ baseUrl, ...createOAuthTokens({ tokenEndpoint, clientId, store }) });
}
// #endregion

// #region query
/** The rows of a query of the model. */
export async function loadRows(client: Client, deploymentId: number, query: object) {
  const { deploymentUrl } = await client.call('getDeployment', { params: { deploymentId } });
  const answer = await client.query('load', {
    deploymentUrl,
    body: { query },
    signal: AbortSignal.timeout(60_000),
  });
  return (answer as { data: Record<string, unknown>[] }).data;
}
// #endregion

// #region fetchClient
/** Renames a folder unless it has changed since it was read. */
export async function renameFolder(
  { fetchClient }: Client,
  deploymentId: number,
  folderId: number,
  name: string,
) {
  const path = { deploymentId, folderId };
  const folder = '/api/v1/deployments/{deploymentId}/folders/{folderId}';
  const { response } = await fetchClient.GET(folder, { params: { path } });
  const header = { 'if-match': response.headers.get('etag') ?? '*' };
  const { error } = await fetchClient.PUT(folder, { params: { path, header }, body: { name } });
  return error === undefined ? 'renamed' : error.code;
}
// #endregion
