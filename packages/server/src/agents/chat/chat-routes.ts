import {
  refuse,
  type chatOperations,
  type ChatSessionSettings,
  type StreamChatStateInput,
} from '@oriel/contract';
import { firstUsableZone, zoneOfAccount } from '../../settings/account-zone.ts';
import type { AppConfigService } from '../../settings/app-config-service.ts';
import type { DeploymentFinder } from '../../deployments/deployment-ref.ts';
import { checkRole, may } from '../../access/may.ts';
import type { Principal, UserPrincipal } from '../../access/principal.ts';
import type { CallContext, DeploymentRef, Handlers } from '../../http/handler.ts';
import type { Db } from '../../db/database.ts';
import type { AgentPlace, AgentRow, AgentStore } from '../configuration/agent-store.ts';
import type { AgentService } from '../configuration/agent-service.ts';
import type { ModelEndpoints } from '../endpoint/model-endpoints.ts';
import type { ConfiguredAgent } from '../configuration/configured-agent.ts';
import type { AgentCaller } from '../tools/agent-tool.ts';
import { namedBranch, type FindAsker } from './chat-asker.ts';
import { toLine } from '../chat-frames.ts';
import type { ChatRequest } from '../chat-request.ts';
import type { ChatService } from './chat-service.ts';
import { keepAlive } from './keep-alive.ts';

/** What the chat API is served by. */
interface ChatRoutesOptions {
  readonly db: Db;
  readonly chat: ChatService;
  readonly agents: AgentService;
  readonly agentStore: AgentStore;
  readonly endpoints: ModelEndpoints;
  readonly findAsker: FindAsker;
  readonly findDeployment: DeploymentFinder;
  readonly appConfig: Pick<AppConfigService, 'get'>;
  /** What the configuration says of an agent, on the branch that is queried. */
  configurationOf(agent: AgentRow, deployment: DeploymentRef): Promise<ConfiguredAgent>;
}

interface ChatCall extends CallContext {
  readonly params: { readonly accountName: string };
}

/** Makes the handlers of the chat API. */
export function createChatRoutes(options: ChatRoutesOptions): Handlers<typeof chatOperations> {
  const { chat, agents, agentStore, findDeployment } = options;

  const ofAgent = async (call: ChatCall & { params: { agentId: number } }, body: ChatBody) => {
    const { principal, params } = call;
    // What follows tells whether records are there.
    if (isKey(principal)) checkRole(principal, 'Admin');
    const place = await agentStore.findPlace(principal.tenantId, params.agentId);
    if (!place || !isReached(principal, place)) throw refuse('agent_not_found', { id: params.agentId });
    await checkAccount(options.db, principal.tenantId, params.accountName);
    const deployment = await findDeployment({ principal, branch: namedBranch(body) }, place.deploymentId);
    return { deployment, agent: await agents.get(deployment.id, place.id) };
  };
  const ofDeployment = async (call: ChatCall & { params: { deploymentId: number } }, body: ChatBody) => {
    const { principal, params } = call;
    if (isKey(principal))
      throw refuse('forbidden', { reason: 'agentId is required for Api-Key authentication' });
    await checkAccount(options.db, principal.tenantId, params.accountName);
    const deployment = await findDeployment({ principal, branch: namedBranch(body) }, params.deploymentId);
    return { deployment, agent: await agents.getAutomatic(deployment.id) };
  };
  const stream = async (call: CallContext & { body: StreamChatStateInput }, place: Place) => {
    const lines = await chat.open(await toRequest(options, call, place, call.body));
    return {
      status: 200 as const,
      body: linesOf(keepAlive(lines)),
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    };
  };
  const abort = async (
    call: CallContext & {
      body: { chatId: string; sessionSettings?: ChatSessionSettings | null | undefined };
    },
    place: Place,
  ) => chat.abort(await toRequest(options, call, place, call.body), call.body.chatId);

  return {
    streamAgentChat: async (call) => stream(call, await ofAgent(call, call.body)),
    streamDeploymentChat: async (call) => stream(call, await ofDeployment(call, call.body)),
    abortAgentChat: async (call) => abort(call, await ofAgent(call, {})),
    abortDeploymentChat: async (call) => abort(call, await ofDeployment(call, {})),
  };
}

type ChatBody = Pick<StreamChatStateInput, 'activeBranchName' | 'isDefaultBranch'>;

interface Place {
  readonly deployment: DeploymentRef;
  readonly agent: AgentRow;
}

async function toRequest(
  { findAsker, agents, appConfig, endpoints, configurationOf }: ChatRoutesOptions,
  call: CallContext,
  { deployment, agent }: Place,
  input: StreamChatStateInput,
): Promise<ChatRequest> {
  const { principal, requestId, clientAddress, signal } = call;
  const { tenantId } = principal;
  const deploymentId = deployment.id;
  const asker = await findAsker(principal, { tenantId, deploymentId }, input.sessionSettings);
  await agents.checkUse(asker.principal, deploymentId, agent);
  const [config, { dailyTokens }] = await Promise.all([appConfig.get(tenantId), endpoints.find(tenantId)]);
  const { calling, llm } = await configurationOf(agent, deployment);
  const { dashboard, timezone, sessionSettings } = input;
  const caller: AgentCaller = {
    principal: asker.principal,
    tenantId,
    deploymentId,
    branch: namedBranch(input),
    timezone: firstUsableZone(timezone, sessionSettings?.timezone, zoneOfAccount(config)),
    ...(dashboard && {
      dashboard: {
        publicId: dashboard.publicId,
        controls: {
          filters: dashboard.filters,
          timeGrains: dashboard.timeGrains,
          memberSwitchers: dashboard.memberSwitchers,
        },
      },
    }),
    agent: calling,
    mayAuthor: asker.mayAuthor,
    requestId,
    clientAddress,
  };
  return { asker, caller, agent, llm, input, dailyTokens, signal };
}

const isKey = (principal: Principal): principal is UserPrincipal =>
  principal.kind === 'user' && principal.via === 'api-key';

/** Whether a credential reaches the deployment of an agent, which the path does not name. */
function isReached(principal: Principal, { deploymentId }: AgentPlace): boolean {
  switch (principal.kind) {
    case 'user':
      return (
        (principal.deploymentIds?.includes(deploymentId) ?? true) &&
        may(principal, 'DeploymentRead', { deploymentId })
      );
    case 'embed':
    case 'data':
      return principal.deploymentId === deploymentId;
    case 'anonymous':
      return false;
  }
}

/** @throws `account_not_found` */
async function checkAccount(db: Db, tenantId: number, name: string): Promise<void> {
  const tenant = await db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  if (tenant.name !== name) throw refuse('account_not_found', { name });
}

async function* linesOf(lines: AsyncIterable<Parameters<typeof toLine>[0]>): AsyncGenerator<string> {
  for await (const frame of lines) yield toLine(frame);
}
