/** A refusal that the page may show. */
export class HostError extends Error {
  /**
   * @param {number} status HTTP status of the answer.
   * @param {string} message Without secrets: it reaches the browser.
   * @param {ErrorOptions} [options]
   */
  constructor(status, message, options) {
    super(message, options);
    this.status = status;
  }
}

// #region session
/**
 * Asks Oriel for a session of a tenant's viewer: what a product's back end does for each iframe.
 *
 * @param {import('./server.mjs').HostTenant} tenant
 * @param {'dashboard' | 'app' | 'chat'} surface Those who work in the application make things of their own there:
 * creator mode.
 * @param {import('./server.mjs').HostOptions} options
 * @returns {Promise<string>} the session id, to be used once within five minutes
 * @throws {HostError} 502 when Oriel cannot be reached or refuses
 */
export async function generateSession(tenant, surface, { orielUrl, apiKey, deploymentId }) {
  const creator = surface === 'app' && { creatorMode: true, ...tenant.creator };
  const body = { deploymentId, ...tenant.session, ...creator };
  const response = await askOriel(`${orielUrl}/api/v1/embed/generate-session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const reason = answer.message ?? `status ${response.status}`;
    throw new HostError(502, `Oriel gave no session for ${tenant.name}: ${reason}`);
  }
  return answer.sessionId;
}
// #endregion

async function askOriel(url, init) {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new HostError(502, `Oriel does not answer at ${new URL(url).origin}. Is it running?`, {
      cause: error,
    });
  }
}
