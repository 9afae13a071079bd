import {
  operations,
  type AgentsListResponse,
  type Dashboard,
  type ErrorCode,
  type Operation,
  type OperationId,
} from '@oriel/contract';
import { openModelRepository } from '../../build/model-repository.ts';
import { completeSignIn } from '../../identity/sign-in/complete-sign-in.ts';
import { recordsOf } from '../../http/openapi/example-requests.ts';
import { commenterHeaders, makeComment } from '../comment-fixtures.ts';
import { makeTransformSync } from '../../transform-sync/transform-sync-fixtures.ts';
import { SECRET, type Fixtures } from '../feature-fixtures.ts';
import { makeFixtures } from '../fixtures.ts';
import { prepareModel } from '../model-fixtures.ts';
import type { TestApp } from '../test-app.ts';
import { createWorkspaceCalls, type WorkspaceCalls } from '../workspace-calls.ts';

async function publish(testApp: TestApp, config: object): Promise<Pick<Fixtures, 'workbookId' | 'publicId'>> {
  const calls = createWorkspaceCalls(testApp);
  const { id: workbookId } = await calls.makeWorkbook(SECRET);
  const body = { workbookId, config: { title: SECRET, ...config } };
  const { publicId } = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body });
  return { workbookId, publicId };
}

/** A workbook with a dashboard that was published, and an AI widget on it. */
async function publishWorkbook(testApp: TestApp): Promise<Partial<Fixtures>> {
  const position = { x: 0, y: 0, w: 4, h: 4 };
  const { workbookId } = await publish(testApp, { widgets: [{ id: 'summary', type: 'AI', position }] });
  return { workbookId };
}

/** A published dashboard that is an app. */
const publishApp = (testApp: TestApp): Promise<Partial<Fixtures>> =>
  publish(testApp, {
    kind: 'APP',
    app: { files: { 'index.html': `<!doctype html><title>${SECRET}</title>` } },
  });

/** A data model with branches, and the administrator in dev mode. */
async function prepared(testApp: TestApp): Promise<Partial<Fixtures>> {
  await prepareModel(testApp);
  return {};
}

/** A deployment that is connected with a git host, which nothing reaches. */
async function connected({ call, deploymentId }: TestApp): Promise<Partial<Fixtures>> {
  const path = `/build/api/v1/deployments/${deploymentId}/git-remote`;
  await call({
    method: 'PUT',
    path,
    body: { url: 'https://git.example.com/model.git', token: SECRET.replace(' ', '-') },
  });
  return {};
}

/** A thread of the person whom an example names. */
async function chatted({ call, database, deploymentId, tenantId }: TestApp): Promise<Partial<Fixtures>> {
  const { rows } = await database.pool.query<{ id: number; name: string }>(
    'select a.id, t.name from agents a, tenants t where a.deployment_id = $1 and a.is_automatic and t.id = $2',
    [deploymentId, tenantId],
  );
  const [{ id = 0, name = '' } = {}] = rows;
  const sessionSettings = { externalId: 'viewer-1' };
  const path = `/api/v1/public/${name}/agents/${id}/chat/stream-chat-state`;
  const answer = await call({ method: 'POST', path, body: { input: SECRET, sessionSettings } });
  const [line = ''] = answer.body.split('\n');
  const { state } = JSON.parse(line) as { state?: { chatId?: string } };
  return { accountName: name, agentId: id, chatThreadId: state?.chatId ?? '' };
}

/** An agent that remembers, of a deployment of its own: what others were built from does not say so. */
async function remembering(testApp: TestApp): Promise<Partial<Fixtures>> {
  const { build, tenantId, dataDir } = testApp;
  const deploymentId = await build.deployment({ tenantId, name: `${SECRET} ${crypto.randomUUID()}` });
  const repository = await openModelRepository(dataDir, deploymentId);
  await repository.commit({
    branch: 'master',
    message: 'Agents',
    author: { name: 'Author', email: 'author@example.com' },
    files: [{ path: 'agents/config.yml', content: 'agents: [{ name: keeper, memory_mode: space }]' }],
  });
  const answer = await testApp.call({ method: 'GET', path: `/api/v1/deployments/${deploymentId}/agents` });
  const { items } = answer.json() as AgentsListResponse;
  return { deploymentId, agentId: items.find(({ name }) => name === 'keeper')?.id ?? 0 };
}

/** A comment, on the dashboard that it is on. */
const commented = (testApp: TestApp): Promise<Partial<Fixtures>> => makeComment(testApp, SECRET);

/** Fixtures of an operation's own instead of those that other operations need after it. */
const ownFixtures: Partial<Record<OperationId, (testApp: TestApp) => Promise<Partial<Fixtures>>>> = {
  deleteDeployment: async ({ build, tenantId }) => ({
    deploymentId: await build.deployment({ tenantId, name: `${SECRET} ${crypto.randomUUID()}` }),
  }),
  // Only what was published has versions, and only the first is there.
  getDashboardVersion: publishWorkbook,
  restoreDashboardVersion: publishWorkbook,
  updateDashboardState: publishWorkbook,
  updatePublishedDashboardAiWidgetThread: publishWorkbook,
  getDashboardAppAddress: publishApp,
  abortAgentChat: chatted,
  createAgentMemory: remembering,
  listDashboardComments: commented,
  createDashboardComment: commented,
  listMentionableEmbedUsers: commented,
  countUnreadDashboardComments: commented,
  markDashboardCommentsSeen: commented,
  updateDashboardComment: commented,
  removeDashboardComment: commented,
  setDashboardCommentResolved: commented,
  listFiles: prepared,
  updateFiles: prepared,
  removeFiles: prepared,
  renameFiles: prepared,
  validateDataModel: prepared,
  validateContent: prepared,
  listBranches: prepared,
  createBranch: prepared,
  removeBranch: prepared,
  setBranchStagingEnvironment: prepared,
  startDevMode: prepared,
  stopDevMode: prepared,
  commitChanges: prepared,
  pull: prepared,
  mergeIntoParentBranch: prepared,
  mergeToDefaultBranch: prepared,
  getGitRemote: connected,
  removeGitRemote: connected,
  syncGitRemote: connected,
  fileHashes: prepared,
  startUpload: prepared,
  uploadFile: prepared,
  finishUpload: prepared,
  startTransformSync: async (testApp) => {
    // As many run at a time as may.
    await testApp.database.pool.query(
      "update transform_syncs set status = 'CANCELLED', finished_at = now() where status = 'RUNNING'",
    );
    return prepared(testApp);
  },
  cancelTransformSync: async (testApp) => ({ syncJobId: await makeTransformSync(testApp, 'RUNNING') }),
};

/** What a request needs that one person alone has, and no record gives away: it is refused, and not for its form. */
export const needSecret: Partial<Record<OperationId, ErrorCode>> = {
  // Of a report without a query, and of a whole dashboard as a table.
  exportReport: 'export_failed',
  exportEmbeddedDashboard: 'export_failed',
  // Of a report without Python.
  runReportPython: 'forbidden',
  // Of a snapshot that no dashboard has.
  postDashboardPythonRun: 'forbidden',
  // A key names an agent.
  streamDeploymentChat: 'forbidden',
  abortDeploymentChat: 'forbidden',
  signIn: 'sign_in_failed',
  acceptInvitation: 'invitation_unknown',
  resetPassword: 'password_reset_unknown',
  changeMyPassword: 'password_wrong',
  authenticateAgain: 'password_wrong',
  getSignInChallenge: 'sign_in_challenge_unknown',
  signInWithSecondFactor: 'sign_in_challenge_unknown',
  signInWithPasskey: 'sign_in_challenge_unknown',
  confirmTotp: 'second_factor_wrong',
  renewRecoveryCodes: 'second_factor_missing',
  addPasskey: 'passkey_refused',
  unsubscribe: 'unauthenticated',
  getSubscription: 'unauthenticated',
  resubscribe: 'unauthenticated',
  postTokenBySessionId: 'embed_session_unknown',
  redeemEmbedSignInCode: 'embed_session_unknown',
};

/**
 * What the administrator calls an operation with: a key, a session of the console where no key is taken, or what a
 * viewer has where nobody else may.
 */
export async function adminHeadersFor(id: OperationId, testApp: TestApp): Promise<Record<string, string>> {
  const { adminKey, adminId: userId, tenantId, database } = testApp;
  const { access }: Operation = operations[id];
  if (isForViewersAlone(id)) return commenterHeaders(testApp);
  if (access.isInPerson !== true) return { authorization: `Bearer ${adminKey}` };
  const signIn = { tenantId, userId, method: 'password', clientAddress: '192.0.2.1' } as const;
  const { token } = await completeSignIn(database.db, signIn);
  return { cookie: `oriel_session=${token}`, 'sec-fetch-site': 'same-origin' };
}

/** Whether an operation takes no key and no session of the console. */
function isForViewersAlone(id: OperationId): boolean {
  const { principals }: Operation['access'] = operations[id].access;
  return !principals.includes('anonymous') && !principals.includes('user') && !principals.includes('data');
}

/** Makes the records that a request for an operation can name, new ones each time. */
export async function makeFixturesFor(
  id: OperationId,
  testApp: TestApp,
  calls: WorkspaceCalls,
): Promise<Fixtures> {
  const made = await makeFixtures(testApp, calls, recordsOf(id));
  return { ...made, ...(await ownFixtures[id]?.(testApp)) };
}
