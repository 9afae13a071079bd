import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { t } from '../messages/chat-texts.ts';
import look from '../dashboard/look.module.css';
import { ChatHistory } from './chat-history.tsx';
import { ChatInput } from './chat-input.tsx';
import { ChatMessages } from './chat-messages.tsx';
import type { ChatStore } from './chat-store.ts';
import styles from './chat.module.css';

export interface ChatViewProps {
  readonly store: ChatStore;
  /** Whether a model answers; without one the chat says so. */
  readonly hasModel: boolean;
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
  const { store, hasModel, showsInput = true, themeKey } = props;
  const state = useSyncExternalStore(store.subscribe, store.state);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const historyId = useId();
  useEffect(() => store.start(), [store]);
  return (
    <section className={`${look.look} ${styles.chat}`} aria-label={t('title')} data-part="chat">
      <Header {...props} historyId={historyId} isHistoryOpen={isHistoryOpen} onHistory={setHistoryOpen} />
      {isHistoryOpen && (
        <ChatHistory id={historyId} store={store} state={state} onChosen={() => setHistoryOpen(false)} />
      )}
      {!hasModel && <p className={styles.notice}>{t('noModel')}</p>}
      <ChatMessages store={store} state={state} themeKey={themeKey} />
      {showsInput && <ChatInput store={store} state={state} />}
    </section>
  );
}

interface HeaderProps extends ChatViewProps {
  readonly historyId: string;
  readonly isHistoryOpen: boolean;
  onHistory(isOpen: boolean): void;
}

function Header({
  store,
  showsNewChat = true,
  showsHistory = true,
  onClose,
  historyId,
  isHistoryOpen,
  onHistory,
}: HeaderProps) {
  if (!showsNewChat && !showsHistory && !onClose) return null;
  return (
    <header className={styles.header}>
      <h2>{t('title')}</h2>
      {showsHistory && (
        <button
          type="button"
          className={look.quietButton}
          aria-expanded={isHistoryOpen}
          aria-controls={historyId}
          onClick={() => onHistory(!isHistoryOpen)}
        >
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
    </header>
  );
}
