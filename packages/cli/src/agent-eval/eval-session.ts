import type { Agent, ChatFrame } from '@oriel/contract';
import type { CommandContext } from '../command.ts';
import { UsageError } from '../command-error.ts';
import type { Row } from './compare-rows.ts';

/** What questions of a deployment are asked and graded with. */
export interface EvalSession {
  /** The lines of one turn in a thread of its own, which is deleted afterwards. */
  ask(question: string, agentName: string | undefined, signal: AbortSignal): Promise<ChatFrame[]>;
  load(query: object, signal: AbortSignal): Promise<readonly Row[]>;
}

/** Opens a session: everything is asked as the user of the key or login. */
export async function openEvalSession(
  { client, server }: Pick<CommandContext, 'client' | 'server'>,
  deploymentId: number,
): Promise<EvalSession> {
  const params = { deploymentId };
  const [{ deploymentUrl }, { accountName }, user, agents] = await Promise.all([
    client.call('getDeployment', { params }),
    client.call('getAIEngineerSettings', { params }),
    client.call('getCurrentUser', {}),
    allOf(client.items('getAgents', { params, query: {} })),
  ]);
  // A key asks for a person, whom it names; a login asks for its own.
  const person = server.credential.kind === 'key' ? { sessionSettings: { internalId: user.username } } : {};
  return {
    async ask(question, agentName, signal) {
      const { id: agentId } = agentNamed(agents, agentName);
      const lines = await allOf(
        client.lines('streamAgentChat', {
          params: { accountName, agentId },
          body: { input: question, ...person },
          signal,
        }),
      );
      const chatThreadId = lines[0]?.state?.['chatId'];
      if (typeof chatThreadId === 'string')
        await client.call('deleteChatThread', { params: { deploymentId, chatThreadId } });
      return lines;
    },
    async load(query, signal) {
      const answer = await client.query('load', { deploymentUrl, body: { query }, signal });
      return (answer as { data: readonly Row[] }).data;
    },
  };
}

function agentNamed(agents: readonly Agent[], name: string | undefined): Agent {
  const found = agents.find((agent) => (name === undefined ? agent.isAutomatic : agent.name === name));
  if (found) return found;
  throw new UsageError(
    `There is no agent ${JSON.stringify(name ?? 'default')} in the deployment; it has ${agents.map((agent) => agent.name).join(', ')}`,
  );
}

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
