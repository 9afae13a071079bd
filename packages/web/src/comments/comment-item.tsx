import type { EmbedDashboardCommentDto } from '@oriel/contract';
import { mentionParts } from '@oriel/dashboard/mention-parts';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { t } from '../messages/comment-texts.ts';
import { pageLanguage } from '../messages/language.ts';
import { ago } from './ago.ts';
import { CommentComposer } from './comment-composer.tsx';
import type { CommentRoom } from './comment-room.ts';
import styles from './comments.module.css';
import { UndoLine } from './undo-line.tsx';

interface CommentItemProps {
  readonly comment: EmbedDashboardCommentDto;
  readonly room: CommentRoom;
  /** What can be done with the whole thread. */
  readonly children?: ReactNode;
}

/** One comment: what it says, or that it is deleted, and what its author can do with it. */
export function CommentItem({ comment, room, children }: CommentItemProps) {
  const { store, viewerId, state, nowMs } = room;
  const { id, body, isOwn, author, mentions = [] } = comment;
  const [isEditing, setEditing] = useState(() => store.drafts.read(`edit ${id}`) !== undefined);
  const article = useRef<HTMLElement>(null);
  const name = isOwn ? t('you') : (author?.firstName ?? author?.username ?? t('formerViewer'));
  const isMentioned = mentions.some((mention) => mention.id === viewerId);
  const isLinked = state.linked === id;
  useEffect(() => {
    if (!isLinked) return;
    article.current?.scrollIntoView({ block: 'center' });
    article.current?.focus({ preventScroll: true });
  }, [isLinked]);
  if (state.removing.has(id)) return <UndoLine text={t('removing')} onUndo={() => store.undo(id)} />;
  const stop = () => setEditing(false);
  const save = async (text: string) => {
    await store.edit(id, text);
    stop();
  };
  return (
    <article
      ref={article}
      tabIndex={isLinked ? -1 : undefined}
      data-linked={isLinked || undefined}
      className={styles.comment}
      aria-label={name}
      data-mentioned={isMentioned || undefined}
      data-fresh={state.fresh.has(id) || undefined}
    >
      <header>
        <bdi className={styles.author}>{name}</bdi> <When iso={comment.createdAt} nowMs={nowMs} />
        {comment.editedAt != null && comment.removedAt == null && (
          <span className={styles.note} title={absolute(comment.editedAt)}>
            {t('edited')}
          </span>
        )}
        {state.fresh.has(id) && <span className={styles.fresh}>{t('unread')}</span>}
        {isMentioned && <span className={styles.mentioned}>{t('mentionsYou')}</span>}
      </header>
      {comment.removedAt != null && <p className={styles.removed}>{t('removed')}</p>}
      {comment.removedAt == null && !isEditing && (
        <CommentBody body={body} mentions={mentions} isLinked={isLinked} />
      )}
      {isEditing && (
        <CommentComposer
          room={room}
          place={`edit ${id}`}
          label={t('inputEdit')}
          submitLabel={t('save')}
          initial={body}
          takesFocus
          onSubmit={save}
          onCancel={stop}
        />
      )}
      {!isEditing && (
        <div className={styles.acts}>
          {children}
          {isOwn && comment.removedAt == null && (
            <>
              <button type="button" className={styles.act} onClick={() => setEditing(true)}>
                {t('edit')}
              </button>
              <button type="button" className={styles.act} onClick={() => store.remove(id)}>
                {t('remove')}
              </button>
            </>
          )}
        </div>
      )}
    </article>
  );
}

interface CommentBodyProps {
  readonly body: string;
  readonly mentions: NonNullable<EmbedDashboardCommentDto['mentions']>;
  /** Whether the address leads to it. */
  readonly isLinked: boolean;
}

/** A body with more lines, or more characters, is folded. */
const MAX_LINES = 12;
const MAX_CHARACTERS = 800;

/** What a comment says. A long one shows its beginning, and the rest where that is asked for. */
function CommentBody({ body, mentions, isLinked }: CommentBodyProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  const isLong = body.length > MAX_CHARACTERS || body.split('\n').length > MAX_LINES;
  const isFolded = isLong && !isUnfolded && !isLinked;
  return (
    <>
      <p className={styles.body} id={id} dir="auto" data-folded={isFolded || undefined}>
        {mentionParts(body, mentions).map(({ text, mention }, index) =>
          mention === undefined ? (
            text
          ) : (
            // A body is drawn anew as a whole.
            <bdi key={index} className={styles.mention} title={mention.username}>
              {mention.firstName == null ? text : `@${mention.firstName}`}
            </bdi>
          ),
        )}
      </p>
      {isLong && !isLinked && (
        <button
          type="button"
          className={styles.act}
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={() => setUnfolded(isFolded)}
        >
          {t(isFolded ? 'unfold' : 'fold')}
        </button>
      )}
    </>
  );
}

/** A time as how long ago it was; the time itself where it is pointed at. */
function When({ iso, nowMs }: { iso: string; nowMs: number }) {
  return (
    <time className={styles.note} dateTime={iso} title={absolute(iso)}>
      {ago(iso, nowMs, pageLanguage())}
    </time>
  );
}

const absolute = (iso: string) =>
  new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'full', timeStyle: 'short' }).format(Date.parse(iso));
