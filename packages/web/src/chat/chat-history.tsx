import type { ChatThread } from '@oriel/contract';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '../messages/chat-texts.ts';
import look from '../dashboard/look/look.module.css';
import type { ThreadScope } from '../chat-client/chat-client.ts';
import type { ChatState, ChatStore } from './store/chat-store.ts';
import { useFocusAfter, useOwnEscape } from './elements/in-place.ts';
import type { ThreadListState } from './store/thread-list.ts';
import styles from './elements/chat.module.css';

interface ChatHistoryProps {
  readonly id: string;
  readonly store: ChatStore;
  readonly state: ChatState;
  /** The lists that the viewer may ask for. */
  readonly scopes: readonly ThreadScope[];
  onChosen(): void;
}

/** The chats that the viewer may open, those that changed last first. */
export function ChatHistory({ id, store, state, scopes, onChosen }: ChatHistoryProps) {
  const { history } = store;
  const list = useSyncExternalStore(history.subscribe, history.state);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => void history.load(), [history]);
  const open = (chatId: string) => {
    onChosen();
    void store.open(chatId);
  };
  return (
    <nav className={styles.history} id={id} aria-label={t('history')}>
      <div className={styles.finding}>
        {scopes.length > 1 && (
          <div role="group" aria-label={t('whichChats')}>
            {scopes.map((scope) => (
              <button
                key={scope}
                type="button"
                className={look.quietButton}
                aria-pressed={scope === list.scope}
                onClick={() => history.show({ scope })}
              >
                {t(`scope.${scope}`)}
              </button>
            ))}
          </div>
        )}
        <input
          ref={field}
          type="search"
          value={list.search}
          maxLength={MAX_SEARCH_LENGTH}
          aria-label={t('search')}
          placeholder={t('search')}
          onChange={({ target }) => history.find(target.value)}
        />
      </div>
      <p role="status" className={look.quiet} hidden={statusOf(list) === ''}>
        {statusOf(list)}
      </p>
      {list.status === 'failed' && (
        <button
          type="button"
          className={look.quietButton}
          onClick={() => {
            // The button goes with what it was beside, and would take the focus along.
            field.current?.focus();
            void history.load();
          }}
        >
          {t('retry')}
        </button>
      )}
      <ul aria-busy={list.status === 'loading'}>
        {list.threads.map((thread) => (
          <li key={thread.id} data-current={thread.id === state.chatId}>
            <ThreadRow store={store} thread={thread} onOpen={() => open(thread.id)} />
          </li>
        ))}
      </ul>
      {list.end !== undefined && (
        <button
          type="button"
          className={look.quietButton}
          disabled={list.status === 'loading'}
          onClick={() => void history.more()}
        >
          {t('more')}
        </button>
      )}
    </nav>
  );
}

const MAX_SEARCH_LENGTH = 255;

function statusOf({ status, threads, search, scope }: ThreadListState): string {
  if (status === 'failed') return t('historyFailed');
  if (threads.length > 0) return '';
  if (status !== 'loaded') return t('loading');
  if (search.trim() !== '') return t('nothingFound');
  return t(scope === 'shared' ? 'nothingShared' : 'noHistory');
}

interface ThreadRowProps {
  readonly store: ChatStore;
  readonly thread: ChatThread;
  onOpen(): void;
}

/** A chat of the list; that of another tells its owner. One of the viewer's own is deleted after a question. */
function ThreadRow({ store, thread, onOpen }: ThreadRowProps) {
  const [isRemoving, setRemoving] = useState(false);
  const removeButton = useFocusAfter<HTMLButtonElement>(isRemoving);
  const { title, isOwn, owner, id } = thread;
  if (isRemoving) return <Removal store={store} id={id} title={title} onEnd={() => setRemoving(false)} />;
  return (
    <>
      <button type="button" data-part="thread" onClick={onOpen}>
        <span>{title}</span>
        {!isOwn && <small>{t('ownedBy', { owner: owner.name })}</small>}
      </button>
      {isOwn && (
        <button
          ref={removeButton}
          type="button"
          data-part="remove"
          aria-label={t('remove', { title })}
          onClick={() => setRemoving(true)}
        >
          ✕
        </button>
      )}
    </>
  );
}

interface RemovalProps {
  readonly store: ChatStore;
  readonly id: string;
  readonly title: string;
  onEnd(): void;
}

function Removal({ store, id, title, onEnd }: RemovalProps) {
  const [status, setStatus] = useState<'idle' | 'removing' | 'failed'>('idle');
  const element = useRef<HTMLDivElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  // The button that was used is gone.
  useEffect(() => cancel.current?.focus(), []);
  useOwnEscape(element, onEnd);
  const remove = async () => {
    setStatus('removing');
    // The row goes with its thread.
    await store.remove(id).catch(() => setStatus('failed'));
  };
  return (
    <div ref={element} className={styles.removal} role="group" aria-label={t('remove', { title })}>
      <span>{t('removeAsk', { title })}</span>
      <button ref={cancel} type="button" className={look.quietButton} onClick={onEnd}>
        {t('cancel')}
      </button>
      <button
        type="button"
        className={look.quietButton}
        disabled={status === 'removing'}
        onClick={() => void remove()}
      >
        {t('removeNow')}
      </button>
      {status === 'failed' && (
        <p role="alert" className={styles.fault}>
          {t('removeFailed')}
        </p>
      )}
    </div>
  );
}
