import type { Agent, ChatThread } from '@oriel/contract';
import { useEffect, useId, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { t } from '../messages/chat-texts.ts';
import look from '../dashboard/look/look.module.css';
import { agentName } from './agent-name.ts';
import type { ThreadScope } from '../chat-client/chat-client.ts';
import { ChatHistory } from './chat-history.tsx';
import { ChatInput, type ChatInputProps } from './chat-input.tsx';
import { ChatMessages } from './chat-messages.tsx';
import { ChatMemory } from './chat-memory.tsx';
import { answeringAgent, type ChatState, type ChatStore } from './store/chat-store.ts';
import { ThreadBar } from './thread-bar.tsx';
import styles from './elements/chat.module.css';

interface ChatViewProps {
  readonly store: ChatStore;
  /** Whether a model answers; without one the chat says so. */
  readonly hasModel: boolean;
  /** The lists of threads that the viewer may ask for. */
  readonly threadScopes: readonly ThreadScope[];
  /** Shares a thread; absent where that is not for the viewer. */
  onShare?: ((thread: ChatThread) => void) | undefined;
  /** Parts that are shown; default all. */
  readonly showsNewChat?: boolean;
  readonly showsInput?: boolean;
  readonly showsHistory?: boolean;
  /** Closes the panel that the chat is in. */
  onClose?(): void;
  /** Changes whenever colours do, so that charts are drawn in the new ones. */
  readonly themeKey?: string;
}

/** A chat with an agent: its turns, what is asked next, and the chats before. */
export function ChatView(props: ChatViewProps) {
  const { store, hasModel, threadScopes, showsInput = true, showsHistory = true, themeKey, onShare } = props;
  const state = useSyncExternalStore(store.subscribe, store.state);
  const [drawer, setDrawer] = useState<Drawer>();
  const agent = rememberingAgent(state);
  const [historyId, memoryId] = [useId(), useId()];
  const field = useRef<HTMLTextAreaElement>(null);
  const edit = (question: string) => {
    store.write(question);
    field.current?.focus();
  };
  const historyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => store.start(), [store]);
  return (
    <section className={`${look.look} ${styles.chat}`} aria-label={t('title')} data-part="chat">
      <Header
        {...props}
        drawer={drawer}
        drawerIds={{ history: historyId, memory: memoryId }}
        historyButton={historyButton}
        hasMemory={agent !== undefined}
        onDrawer={setDrawer}
      />
      {drawer === 'memory' && agent && (
        <ChatMemory key={agent.id} id={memoryId} agent={agent} list={store.memoriesOf(agent.id)} />
      )}
      {drawer === 'history' && (
        <ChatHistory
          id={historyId}
          store={store}
          state={state}
          scopes={threadScopes}
          onChosen={() => {
            setDrawer(undefined);
            // What is chosen goes with the list, and would take the focus along.
            historyButton.current?.focus();
          }}
        />
      )}
      {state.thread && (showsHistory || !state.thread.isOwn) && (
        <ThreadBar key={state.thread.id} store={store} thread={state.thread} {...(onShare && { onShare })} />
      )}
      {!hasModel && <p className={styles.notice}>{t('noModel')}</p>}
      <ChatMessages
        store={store}
        state={state}
        themeKey={themeKey}
        onEdit={showsInput && isOwn(state) ? edit : undefined}
      />
      {showsInput && <Composer store={store} state={state} field={field} />}
    </section>
  );
}

const isOwn = ({ thread }: ChatState) => thread?.isOwn !== false;

/** What opens below the header. */
type Drawer = 'history' | 'memory';

/** The agent that answers, where it remembers texts and the chat is the viewer's. */
function rememberingAgent(state: ChatState): Agent | undefined {
  if (!isOwn(state)) return undefined;
  const agentId = answeringAgent(state);
  return state.agents?.find(({ id, memoryMode }) => id === agentId && memoryMode !== 'disabled');
}

/** Where one asks, or why one cannot. */
function Composer(props: ChatInputProps) {
  const { store, state } = props;
  const { thread, agents } = state;
  if (thread && !thread.isOwn) {
    const agent = agents?.find(({ id }) => id === thread.agentId);
    const name = agent ? agentName(agent) : thread.agentTitle;
    return (
      <div className={styles.closed}>
        <p>{t('readOnly', { owner: thread.owner.name, agent: name })}</p>
        <button type="button" className={look.quietButton} onClick={store.newChat}>
          {t('newChat')}
        </button>
      </div>
    );
  }
  if (agents?.length === 0) return <p className={styles.closed}>{t('noAgent')}</p>;
  if (thread && agents && agents.every(({ id }) => id !== thread.agentId))
    return <p className={styles.closed}>{t('agentGone', { agent: thread.agentTitle })}</p>;
  return <ChatInput {...props} />;
}

interface HeaderProps extends ChatViewProps {
  readonly drawer: Drawer | undefined;
  readonly drawerIds: Readonly<Record<Drawer, string>>;
  readonly historyButton: RefObject<HTMLButtonElement | null>;
  readonly hasMemory: boolean;
  onDrawer(drawer: Drawer | undefined): void;
}

function Header({
  store,
  showsNewChat = true,
  showsHistory = true,
  onClose,
  drawer,
  drawerIds,
  historyButton,
  hasMemory,
  onDrawer,
}: HeaderProps) {
  if (!showsNewChat && !showsHistory && !onClose) return null;
  const toggle = (name: Drawer) => ({
    type: 'button' as const,
    className: look.quietButton,
    'aria-expanded': drawer === name,
    'aria-controls': drawerIds[name],
    onClick: () => onDrawer(drawer === name ? undefined : name),
  });
  return (
    <header className={styles.header}>
      <h2>{t('title')}</h2>
      <div>
        {hasMemory && <button {...toggle('memory')}>{t('memory.title')}</button>}
        {showsHistory && (
          <button ref={historyButton} {...toggle('history')}>
            {t('history')}
          </button>
        )}
        {showsNewChat && (
          <button type="button" className={look.quietButton} onClick={store.newChat}>
            {t('newChat')}
          </button>
        )}
        {onClose && (
          <button type="button" className={styles.close} aria-label={t('close')} onClick={onClose}>
            ✕
          </button>
        )}
      </div>
    </header>
  );
}
