import type { Dashboard, EmbedDashboardCommentDto } from '@oriel/contract';
import assert from 'node:assert/strict';
import { openEmbedSession } from './embed-session.ts';
import type { TestApp } from './test-app.ts';
import { createWorkspaceCalls } from './workspace-calls.ts';

/** The headers of the viewer who has written the comments of fixtures. */
export async function commenterHeaders(testApp: TestApp): Promise<Record<string, string>> {
  const session = { externalId: 'commenter', embedTenantName: 'commenters' };
  return { authorization: `Embed-Token ${await openEmbedSession(testApp, session)}` };
}

/** A comment on a dashboard that every embed user may see. */
export async function makeComment(
  testApp: TestApp,
  body: string,
): Promise<{ publicId: string; commentId: number }> {
  const calls = createWorkspaceCalls(testApp);
  const { id: workbookId } = await calls.makeWorkbook(body);
  const config = { title: body, widgets: [] };
  const path = `/workbooks/${workbookId}/publish`;
  const { publicId } = await calls.ok<Dashboard>('POST', path, { body: { workbookId, config } });
  const access = { allEmbedUsers: true, action: 'read' };
  await calls.ok('PUT', `/workbooks/${workbookId}/embed-access`, { body: access });
  const answer = await testApp.call({
    method: 'POST',
    path: `/api/v1/embed/dashboard/${publicId}/comments`,
    key: '',
    body: { body },
    headers: await commenterHeaders(testApp),
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return { publicId, commentId: (answer.json() as EmbedDashboardCommentDto).id };
}
