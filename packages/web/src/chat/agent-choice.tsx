import { useId } from 'react';
import { t } from '../messages/chat-texts.ts';
import { agentName } from './agent-name.ts';
import { answeringAgent, type ChatState, type ChatStore } from './store/chat-store.ts';
import styles from './elements/chat.module.css';

interface AgentChoiceProps {
  readonly store: ChatStore;
  readonly state: ChatState;
}

/**
 * Who answers: to be chosen before a chat begins, said afterwards. Where there is one agent, there is nothing to say.
 */
export function AgentChoice({ store, state }: AgentChoiceProps) {
  const id = useId();
  const { agents = [], chatId, thread, status } = state;
  const agentId = answeringAgent(state);
  const agent = agents.find((each) => each.id === agentId);
  if (agents.length < 2 && agent) return null;
  if (chatId !== undefined || status !== 'idle') {
    const name = agent ? agentName(agent) : thread?.agentTitle;
    return name === undefined ? null : <p className={styles.agent}>{t('answeredBy', { agent: name })}</p>;
  }
  if (!agent) return null;
  return (
    <div className={styles.agent}>
      <label htmlFor={id}>{t('agent')}</label>
      <select id={id} value={agent.id} onChange={({ target }) => store.chooseAgent(Number(target.value))}>
        {agents.map((each) => (
          <option key={each.id} value={each.id}>
            {agentName(each)}
          </option>
        ))}
      </select>
      {agent.description != null && <span>{agent.description}</span>}
    </div>
  );
}
