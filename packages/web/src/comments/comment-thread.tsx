import type { EmbedDashboardCommentThreadDto } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../messages/comment-texts.ts';
import { pageLanguage } from '../messages/language.ts';
import { ago } from './ago.ts';
import { CommentComposer } from './comment-composer.tsx';
import { CommentItem } from './comment-item.tsx';
import type { CommentRoom } from './comment-room.ts';
import styles from './comments.module.css';

/** A thread: the comment that has opened it, its replies, and what can be done with it. */
export function CommentThread({
  thread: { root, replies, resolvedAt },
  room,
}: {
  thread: EmbedDashboardCommentThreadDto;
  room: CommentRoom;
}) {
  const { store, nowMs } = room;
  const [isReplying, setReplying] = useState(() => store.drafts.read(`reply ${root.id}`) !== undefined);
  const isResolved = resolvedAt != null;
  const stop = () => setReplying(false);
  const reply = async (body: string) => {
    await store.create(body, root.id);
    stop();
  };
  return (
    <li className={styles.thread}>
      <CommentItem comment={root} room={room}>
        {root.removedAt == null && (
          <button type="button" className={styles.act} onClick={() => setReplying(true)}>
            {t('reply')}
          </button>
        )}
        {root.isOwn && (
          <button
            type="button"
            className={styles.act}
            onClick={() => void store.setResolved(root.id, !isResolved)}
          >
            {isResolved ? t('reopen') : t('resolve')}
          </button>
        )}
      </CommentItem>
      {replies.length > 0 && (
        <ol className={styles.replies}>
          {replies.map((comment) => (
            <li key={comment.id}>
              <CommentItem comment={comment} room={room} />
            </li>
          ))}
        </ol>
      )}
      {isResolved && (
        <p className={styles.note}>{t('resolvedAgo', { when: ago(resolvedAt, nowMs, pageLanguage()) })}</p>
      )}
      {isReplying && (
        <CommentComposer
          room={room}
          place={`reply ${root.id}`}
          label={t('inputReply')}
          submitLabel={t('sendReply')}
          takesFocus
          onSubmit={reply}
          onCancel={stop}
        />
      )}
    </li>
  );
}
