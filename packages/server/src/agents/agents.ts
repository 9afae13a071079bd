import type {
  agentMemoryOperations,
  agentOperations,
  chatOperations,
  chatThreadOperations,
  languageModelOperations,
  ServerBrand,
} from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import { createDeploymentFinder } from '../deployments/deployment-ref.ts';
import { createEmbedTenantStore } from '../embedding/embed-tenants/embed-tenant-store.ts';
import type { ViewerLimit } from '../embedding/embed-users/viewer-limit.ts';
import type { Handlers } from '../http/handler.ts';
import type { Stopping } from '../http/listening/stopping.ts';
import type { SubjectPrincipals } from '../embedding/subjects/subject-principals.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { createAgentRoutes } from './agent-routes.ts';
import { createAnswerAlone, type AnswerQuestion } from './chat/answer-alone.ts';
import { createAnswerTurn } from './chat/answer-turn.ts';
import { createFindAsker } from './chat/chat-asker.ts';
import { createChatRoutes } from './chat/chat-routes.ts';
import { createChatService } from './chat/chat-service.ts';
import { createTurnNotices } from './chat/turn-notices.ts';
import { createTurns } from './chat/turns.ts';
import { createTurnStore } from './chat/turn-store.ts';
import { createConfigurationSource } from './configuration/configuration-source.ts';
import { configuredAgent } from './configuration/configured-agent.ts';
import type {
  ConfigurationSource,
  ConfigurationSourceOptions,
} from './configuration/configuration-source.ts';
import { createAgentStore } from './configuration/agent-store.ts';
import { createLanguageModelRoutes } from './endpoint/language-model-routes.ts';
import { createLanguageModelService } from './endpoint/language-model-service.ts';
import { createModelEndpoints, type ModelEndpoints } from './endpoint/model-endpoints.ts';
import type { ModelSettings } from './endpoint/model-endpoint.ts';
import { createMemoryService } from './memories/memory-service.ts';
import { createThreadService } from './threads/thread-service.ts';
import { createThreadStore } from './threads/thread-store.ts';
import { digestOf } from '../query/query-caller.ts';
import { createSecurityContextReader } from '../query/security-context.ts';
import { createOpenSummary, type OpenSummary, type SummaryOptions } from './summaries/open-summary.ts';
import { createSummaryStore } from './summaries/summary-store.ts';
import type { AgentTool } from './tools/agent-tool.ts';
import { createUsageStore } from './usage/usage-store.ts';
import type { AgentService } from './configuration/agent-service.ts';
import type { AppConfigService } from '../settings/app-config-service.ts';

/** What agents are made of. */
interface AgentsOptions {
  readonly database: Database;
  readonly brand: ServerBrand;
  readonly keyring: Keyring;
  readonly models: ModelSettings;
  readonly viewerLimit: ViewerLimit;
  readonly subjects: SubjectPrincipals;
  readonly stopping: Stopping;
  readonly logger: FastifyBaseLogger;
  readonly tools: readonly AgentTool[];
  readonly agents: AgentService;
  readonly appConfig: AppConfigService;
  /** The dashboard that a caller has before them. */
  readonly findDashboard: SummaryOptions['findDashboard'];
  /** Where the model repositories are read. */
  readonly building: Pick<ConfigurationSourceOptions, 'production' | 'openRepository'>;
  readonly dataDir: string;
  /** Answers where no model is set up. */
  readonly answerQuestion: AnswerQuestion;
}

/** Agents with their chats: the handlers of their operations, and what ends them. */
interface Agents {
  readonly handlers: Handlers<
    typeof agentOperations &
      typeof agentMemoryOperations &
      typeof chatThreadOperations &
      typeof chatOperations &
      typeof languageModelOperations
  >;
  /** Suspends the turns of this server. */
  close(): Promise<void>;
}

/** Makes the agents of an application. No model is reached before something is asked. */
export function createAgents(options: AgentsOptions): Agents {
  const { database, brand, keyring, models: settings, stopping, logger, tools, agents, appConfig } = options;
  const { db } = database;
  const threads = createThreadStore(db);
  const store = createTurnStore(db);
  const usage = createUsageStore(db);
  const agentStore = createAgentStore(db);
  const memories = createMemoryService(db);
  const endpoints = createModelEndpoints({ db, keyring, settings });
  const node = `${brand.name}_data_analyst_agent`;
  const notices = createTurnNotices(database.chatChanges);
  const turns = createTurns({
    store,
    notices,
    stopping,
    log: logger,
    listFrames: (threadId) => threads.listFrames(threadId),
  });
  const answerAlone = createAnswerAlone(options.answerQuestion, node);
  const answerTurn = createAnswerTurn({ endpoints, store, threads, memories, tools, answerAlone, node });
  const configurations = configurationsOf(options);
  const openSummary = openSummaryOf(options, endpoints);
  const chatRoutes = createChatRoutes({
    db,
    chat: createChatService({ threads, turns, notices, store, usage, answerTurn, openSummary }),
    agents,
    agentStore,
    endpoints,
    appConfig,
    findAsker: createFindAsker({
      database,
      brand,
      subjects: options.subjects,
      viewerLimit: options.viewerLimit,
    }),
    findDeployment: createDeploymentFinder(db),
    configurationOf: async (agent, deployment) =>
      configuredAgent((await configurations.read(deployment)).configuration, agent),
  });
  return {
    handlers: {
      ...createAgentRoutes({
        agents,
        threads: createThreadService(db, { abort: store.abort }),
        memories,
        endpoints,
        configurations,
        agentStore,
        getAccountName: createEmbedTenantStore(db).getAccountName,
      }),
      ...chatRoutes,
      ...createLanguageModelRoutes({
        languageModels: createLanguageModelService({ db, keyring, settings, endpoints, usage }),
        usage,
      }),
    },
    close: () => turns.close(),
  };
}

function configurationsOf({ database, dataDir, building }: AgentsOptions): ConfigurationSource {
  const { production, openRepository } = building;
  return createConfigurationSource({ db: database.db, dataDir, production, openRepository });
}

function openSummaryOf(
  { database, brand, appConfig, findDashboard }: AgentsOptions,
  endpoints: ModelEndpoints,
): OpenSummary {
  const readSecurityContext = createSecurityContextReader(database, brand);
  return createOpenSummary({
    store: createSummaryStore(database.db),
    endpoints,
    appConfig,
    rightsOf: async (principal) => digestOf(await readSecurityContext(principal)),
    findDashboard,
  });
}
