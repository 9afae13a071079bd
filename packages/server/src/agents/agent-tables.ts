import { defineTables } from '../db/schema/table-rules.ts';
import type { ChatFrame, ChatThreadKind } from '@oriel/contract';
import type { ModelMessage } from 'ai';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ModelProvider } from '../db/values/stored-model-provider.ts';

declare module '../db/tables.ts' {
  interface Tables extends AgentTables {}
}

/** Agents, chats, texts by AI, and the models that make them. */
interface AgentTables {
  agentSpaces: {
    id: Generated<number>;
    deploymentId: number;
    name: string;
    createdAt: Generated<string>;
  };
  agents: {
    id: Generated<number>;
    deploymentId: number;
    spaceId: number | null;
    name: string;
    title: string | null;
    description: string | null;
    isAutomatic: Generated<boolean>;
    removedAt: string | null;
    createdAt: Generated<string>;
  };
  chatThreads: {
    id: Generated<string>;
    deploymentId: number;
    agentId: number;
    userId: number | null;
    embedUserId: number | null;
    kind: Generated<ChatThreadKind>;
    title: string;
    branch: string | null;
    isShared: Generated<boolean>;
    change: Generated<number>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
    turnMessageId: string | null;
    turnServer: string | null;
    turnBeatAt: string | null;
    isTurnAborted: Generated<boolean>;
    suspendedMessageId: string | null;
    suspendedAt: string | null;
  };
  agentMemories: {
    id: Generated<number>;
    deploymentId: number;
    spaceId: number | null;
    agentId: number | null;
    userId: number | null;
    embedUserId: number | null;
    text: string;
    createdAt: Generated<string>;
  };
  aiSummaries: {
    id: Generated<number>;
    deploymentId: number;
    publicId: string;
    widgetId: string;
    checksum: string;
    rights: string;
    userId: number | null;
    embedUserId: number | null;
    threadId: string;
    createdAt: Generated<string>;
  };
  chatMessages: { threadId: string; sort: number; id: string; frame: JSONColumnType<ChatFrame> };
  chatModelMessages: {
    threadId: string;
    position: number;
    message: ColumnType<ModelMessage, string, string>;
  };
  chatThreadReaders: {
    id: Generated<number>;
    threadId: string;
    userId: number | null;
    groupId: number | null;
  };
  chatUsage: {
    id: Generated<number>;
    tenantId: number;
    userId: number | null;
    embedUserId: number | null;
    agentId: number | null;
    day: string;
    llmCalls: Generated<number>;
    inputTokens: Generated<number>;
    outputTokens: Generated<number>;
    cacheWriteTokens: Generated<number>;
    cacheReadTokens: Generated<number>;
  };
  modelEndpoints: {
    tenantId: number;
    provider: ModelProvider | null;
    baseUrl: string | null;
    model: string | null;
    encryptedSecret: Buffer | null;
    keyId: string | null;
    dailyLimit: number | null;
    updatedAt: Generated<string>;
  };
}

/** What becomes of their rows. */
export const agentTables = defineTables<AgentTables>({
  agentSpaces: { audited: { resource: 'agentSpace' } },
  agents: { audited: { resource: 'agent' } },
  chatThreads: {
    audited: {
      resource: 'chatThread',
      secret: ['title'],
      kept: [
        'change',
        'turnMessageId',
        'turnServer',
        'turnBeatAt',
        'isTurnAborted',
        'suspendedMessageId',
        'suspendedAt',
      ],
    },
  },
  agentMemories: { audited: { resource: 'agentMemory', secret: ['text'] } },
  aiSummaries: { unaudited: 'The log has the threads; this says which one a widget shows to whom.' },
  chatMessages: { unaudited: 'The log has the thread; what is said in it is for its readers.' },
  chatModelMessages: { unaudited: 'The log has the thread; what is said in it is for its readers.' },
  chatThreadReaders: { audited: { resource: 'chatThreadReader' } },
  chatUsage: { unaudited: 'It counts tokens.' },
  modelEndpoints: {
    audited: {
      resource: 'modelEndpoint',
      key: ['tenantId'],
      secret: ['encryptedSecret'],
      kept: ['keyId'],
    },
  },
});
