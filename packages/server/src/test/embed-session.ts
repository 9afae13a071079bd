import type { GenerateSession } from '@oriel/contract';
import assert from 'node:assert/strict';
import type { TestApp } from './test-app.ts';

/** Opens an embed session of the test deployment and answers its token. */
export async function openEmbedSession(
  world: TestApp,
  session: { embedTenantName: string } & Partial<GenerateSession>,
): Promise<string> {
  const body = { deploymentId: world.deploymentId, externalId: 'viewer', ...session };
  const made = await world.call({ method: 'POST', path: '/api/v1/embed/generate-session', body });
  const exchange = { method: 'POST', path: '/api/v1/embed/session/token', key: '' } as const;
  const answer = await world.call({ ...exchange, body: made.json() });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { token: string }).token;
}
