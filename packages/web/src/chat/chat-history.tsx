import { t } from '../messages/chat-texts.ts';
import look from '../dashboard/look.module.css';
import type { ChatState, ChatStore } from './chat-store.ts';
import styles from './chat.module.css';

interface ChatHistoryProps {
  readonly id: string;
  readonly store: ChatStore;
  readonly state: ChatState;
  onChosen(): void;
}

/** The chats of the viewer, the newest first. */
export function ChatHistory({ id, store, state, onChosen }: ChatHistoryProps) {
  const open = (chatId: string) => {
    onChosen();
    void store.open(chatId);
  };
  return (
    <nav className={styles.history} id={id} aria-label={t('history')}>
      {state.threads.length === 0 && <p className={look.quiet}>{t('noHistory')}</p>}
      <ul>
        {state.threads.map((thread) => (
          <li key={thread.id} data-current={thread.id === state.chatId}>
            <button type="button" onClick={() => open(thread.id)}>
              {thread.title}
            </button>
            <button
              type="button"
              aria-label={t('remove', { title: thread.title })}
              onClick={() => void store.remove(thread.id)}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
