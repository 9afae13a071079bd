import { useEffect, useState, useSyncExternalStore } from 'react';
import look from '../dashboard/look/look.module.css';
import { Skeleton } from '../dashboard/look/skeleton.tsx';
import { t } from '../messages/comment-texts.ts';
import type { CommentClient, CommentFilter } from './comment-client.ts';
import { CommentComposer, problemText } from './comment-composer.tsx';
import type { CommentRoom } from './comment-room.ts';
import type { CommentState, CommentStore } from './comment-store.ts';
import { CommentThread } from './comment-thread.tsx';
import styles from './comments.module.css';
import { UndoLine } from './undo-line.tsx';

/** How often the comments of others are asked for while the panel is open and its page is looked at. */
const POLL_MS = 15_000;
const FILTERS: readonly CommentFilter[] = ['open', 'resolved'];

interface CommentPanelProps extends Pick<CommentRoom, 'viewerId'> {
  readonly store: CommentStore;
  readonly client: CommentClient;
  readonly isOpen: boolean;
  onClose(): void;
}

/** The comments on a dashboard. */
export function CommentPanel({ store, client, viewerId, isOpen, onClose }: CommentPanelProps) {
  const state = useSyncExternalStore(store.subscribe, store.state);
  const nowMs = useWatch(store, isOpen);
  const room: CommentRoom = { store, client, viewerId, state, nowMs };
  return (
    <div className={styles.panel} data-comments>
      <header className={styles.head}>
        <h2>{t('title')}</h2>
        <div className={styles.filter} role="group" aria-label={t('filter')}>
          {FILTERS.map((filter) => (
            <button
              key={filter}
              type="button"
              aria-pressed={filter === state.filter}
              onClick={() => store.show(filter)}
            >
              {t(filter)}
            </button>
          ))}
        </div>
        <button type="button" className={styles.close} aria-label={t('close')} onClick={onClose}>
          ×
        </button>
      </header>
      <div className={styles.threads} data-threads tabIndex={-1}>
        {state.problem && (
          <p className={styles.problem} role="alert">
            {problemText(state.problem)}
          </p>
        )}
        <Threads state={state} room={room} />
        <p className={styles.spoken} role="status">
          {state.arrived > 0 && t('arrived', { count: state.arrived })}
        </p>
      </div>
      {state.moved && <Moved key={state.moved.threadId} moved={state.moved} store={store} />}
      {state.status !== 'refused' && (
        <CommentComposer
          room={room}
          place="thread"
          label={t('input')}
          submitLabel={t('send')}
          onSubmit={async (body) => {
            await store.create(body);
            // A new thread is an open one.
            store.show('open');
          }}
        />
      )}
    </div>
  );
}

function Threads({ state, room }: { state: CommentState; room: CommentRoom }) {
  const { store } = room;
  const { status, threads, filter } = state;
  if (status === 'loading') return <Skeleton />;
  if (status === 'refused') return <p className={look.quiet}>{t('refused')}</p>;
  if (status === 'unreachable')
    return (
      <div className={styles.empty}>
        <p role="alert">{t('unreachable')}</p>
        <button type="button" className={look.quietButton} onClick={() => void store.refresh()}>
          {t('retry')}
        </button>
      </div>
    );
  if (threads.length === 0)
    return (
      <div className={styles.empty}>
        <p>{filter === 'open' ? t('empty') : t('noResolved')}</p>
        {filter === 'open' && <p className={styles.note}>{t('emptyHint')}</p>}
      </div>
    );
  return (
    <>
      <ol className={styles.list}>
        {threads.map((thread) => (
          <CommentThread key={thread.root.id} thread={thread} room={room} />
        ))}
      </ol>
      {state.hasMore && (
        <button
          type="button"
          className={`${look.quietButton} ${styles.more}`}
          disabled={state.isLoadingMore}
          onClick={() => void store.loadMore()}
        >
          {t('loadMore')}
        </button>
      )}
    </>
  );
}

/** What has become of a thread that has left the list. */
function Moved({
  moved: { threadId, isResolved },
  store,
}: {
  moved: NonNullable<CommentState['moved']>;
  store: CommentStore;
}) {
  return (
    <div className={styles.moved}>
      <UndoLine
        text={t(isResolved ? 'resolvedNow' : 'reopenedNow')}
        onUndo={() => void store.setResolved(threadId, !isResolved)}
      />
    </div>
  );
}

/**
 * Reads the comments when the panel opens and every now and then while it is, and answers the time of the last look.
 */
function useWatch({ refresh, setShown }: CommentStore, isOpen: boolean): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      setNow(Date.now());
      void refresh();
    };
    setShown(true);
    look();
    const timer = window.setInterval(look, POLL_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      setShown(false);
    };
  }, [refresh, setShown, isOpen]);
  return nowMs;
}
