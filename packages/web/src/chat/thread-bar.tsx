import type { ChatThread } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';
import { t } from '../messages/chat-texts.ts';
import look from '../dashboard/look/look.module.css';
import type { ChatStore } from './store/chat-store.ts';
import { useFocusAfter, useOwnEscape } from './elements/in-place.ts';
import styles from './elements/chat.module.css';

const MAX_TITLE_LENGTH = 255;

interface ThreadBarProps {
  readonly store: ChatStore;
  readonly thread: ChatThread;
  /** Shares the thread; absent where that is not for the viewer. */
  onShare?(thread: ChatThread): void;
}

/** Which chat is shown, and what its owner can do with it; of others', who owns it. */
export function ThreadBar({ store, thread, onShare }: ThreadBarProps) {
  const [isRenaming, setRenaming] = useState(false);
  const renameButton = useFocusAfter<HTMLButtonElement>(isRenaming);
  if (isRenaming) return <RenameForm store={store} title={thread.title} onEnd={() => setRenaming(false)} />;
  return (
    <div className={styles.thread}>
      <h3 title={thread.title}>{thread.title}</h3>
      {thread.isOwn ? (
        <>
          <button
            ref={renameButton}
            type="button"
            className={look.quietButton}
            onClick={() => setRenaming(true)}
          >
            {t('rename')}
          </button>
          {onShare && (
            <button type="button" className={look.quietButton} onClick={() => onShare(thread)}>
              {t('share')}
            </button>
          )}
        </>
      ) : (
        <p className={styles.badge}>{t('ownedBy', { owner: thread.owner.name })}</p>
      )}
    </div>
  );
}

interface RenameFormProps {
  readonly store: ChatStore;
  readonly title: string;
  onEnd(): void;
}

/** Enter saves, Escape leaves the title as it is. */
function RenameForm({ store, title, onEnd }: RenameFormProps) {
  const [text, setText] = useState(title);
  const [status, setStatus] = useState<'idle' | 'saving' | 'failed'>('idle');
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  useOwnEscape(form, onEnd);
  const save = async () => {
    if (text.trim() === '' || status === 'saving') return;
    if (text.trim() === title) return onEnd();
    setStatus('saving');
    try {
      await store.rename(text.trim());
      onEnd();
    } catch {
      setStatus('failed');
    }
  };
  return (
    <form
      ref={form}
      className={styles.thread}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        ref={field}
        value={text}
        maxLength={MAX_TITLE_LENGTH}
        aria-label={t('threadTitle')}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className={look.quietButton} disabled={text.trim() === '' || status === 'saving'}>
        {t('save')}
      </button>
      <button type="button" className={look.quietButton} onClick={onEnd}>
        {t('cancel')}
      </button>
      {status === 'failed' && (
        <p role="alert" className={styles.fault}>
          {t('renameFailed')}
        </p>
      )}
    </form>
  );
}
