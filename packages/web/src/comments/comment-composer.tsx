import type { EmbedMentionableUserDto } from '@oriel/contract';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import look from '../dashboard/look/look.module.css';
import { t } from '../messages/comment-texts.ts';
import type { DraftPlace } from './comment-drafts.ts';
import type { CommentRoom } from './comment-room.ts';
import { problemOf, type CommentProblem } from './comment-store.ts';
import styles from './comments.module.css';
import { useMentions } from './use-mentions.ts';

const MAX_LENGTH = 10_000;
/** From so many characters on it is said how many there are. */
const COUNTED_LENGTH = 9_000;

const nothing = () => {};

interface CommentComposerProps {
  readonly room: Pick<CommentRoom, 'client' | 'viewerId' | 'store'>;
  /** What is written. */
  readonly place: DraftPlace;
  /** Names the field. */
  readonly label: string;
  readonly submitLabel: string;
  readonly initial?: string;
  /** Whether the field takes the focus when it comes, other than with a draft that was there. */
  readonly takesFocus?: boolean;
  /** What is thrown is said beside the text, which stays. */
  onSubmit(body: string): Promise<void>;
  onCancel?(): void;
}

/**
 * Where a comment is written. `@` offers viewers to mention: arrows choose, Enter takes one, Escape closes the list.
 * Escape gives up what is as it was, and nothing that was written.
 */
export function CommentComposer({
  room: { client, viewerId, store },
  place,
  label,
  submitLabel,
  initial = '',
  takesFocus = false,
  onSubmit,
  onCancel,
}: CommentComposerProps) {
  const { drafts } = store;
  const [isRestored] = useState(() => drafts.read(place) !== undefined);
  const [text, setText] = useState(() => drafts.read(place) ?? initial);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<CommentProblem>();
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number>(undefined);
  const mentions = useMentions(client, viewerId);
  const listId = useId();
  const isOffering = mentions.people.length > 0;
  useEffect(() => {
    const { current } = field;
    if (takesFocus && !isRestored && current) {
      current.focus();
      current.setSelectionRange(current.value.length, current.value.length);
    }
  }, [takesFocus, isRestored]);
  // After React has written the text, so that the caret does not go to its end.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const isChanged = text.trim() !== initial.trim();
  const write = (next: string) => {
    setText(next);
    drafts.write(place, next.trim() === initial.trim() ? undefined : next);
  };
  const giveUp =
    onCancel &&
    (() => {
      drafts.write(place, undefined);
      onCancel();
    });
  useEscape(field, isOffering ? mentions.close : isChanged && giveUp ? nothing : giveUp);

  const take = (person: EmbedMentionableUserDto) => {
    const put = mentions.put(text, person);
    caret.current = put.caret;
    write(put.text.slice(0, MAX_LENGTH));
    mentions.close();
    field.current?.focus();
  };
  const send = async () => {
    if (text.trim() === '' || isSending) return;
    setSending(true);
    setProblem(undefined);
    mentions.close();
    try {
      await onSubmit(text);
      write(initial);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The key that ends the composition of a character chooses and sends nothing.
    if (event.nativeEvent.isComposing) return;
    const person = mentions.people[mentions.active];
    if (person && (event.key === 'Enter' || event.key === 'Tab')) take(person);
    else if (person && event.key === 'ArrowDown') mentions.move(1);
    else if (person && event.key === 'ArrowUp') mentions.move(-1);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
    else return;
    event.preventDefault();
  };
  const lookAt = ({ value, selectionStart }: HTMLTextAreaElement) => mentions.look(value, selectionStart);
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={styles.field}>
        {isOffering && (
          <MentionList id={listId} people={mentions.people} active={mentions.active} onTake={take} />
        )}
        <textarea
          ref={field}
          dir="auto"
          rows={initial === '' ? 2 : 4}
          maxLength={MAX_LENGTH}
          value={text}
          aria-label={label}
          aria-autocomplete="list"
          aria-keyshortcuts="Control+Enter"
          aria-invalid={problem !== undefined || undefined}
          {...(isOffering && {
            'aria-controls': listId,
            'aria-activedescendant': `${listId}-${mentions.people[mentions.active]?.id}`,
          })}
          placeholder={t('placeholder')}
          readOnly={isSending}
          onChange={(event) => {
            write(event.target.value);
            lookAt(event.target);
          }}
          onSelect={(event) => lookAt(event.currentTarget)}
          onBlur={mentions.close}
          onKeyDown={onKeyDown}
        />
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problemText(problem)}
        </p>
      )}
      <div className={styles.acts}>
        {text.length >= COUNTED_LENGTH && (
          <span className={styles.note}>{t('length', { written: text.length, max: MAX_LENGTH })}</span>
        )}
        {giveUp && (
          <button type="button" className={look.quietButton} onClick={giveUp}>
            {t('cancel')}
          </button>
        )}
        <button type="submit" className={styles.send} disabled={text.trim() === '' || isSending}>
          {submitLabel}
        </button>
      </div>
    </form>
  );
}

/** Why a change was not made, for the viewer. */
export function problemText(problem: CommentProblem): string {
  return t(problem === 'refused' ? 'notAllowed' : problem);
}

interface MentionListProps {
  readonly id: string;
  readonly people: readonly EmbedMentionableUserDto[];
  readonly active: number;
  onTake(person: EmbedMentionableUserDto): void;
}

function MentionList({ id, people, active, onTake }: MentionListProps) {
  return (
    <div id={id} className={styles.people} role="listbox" aria-label={t('people')}>
      {people.map((person, index) => (
        <button
          key={person.id}
          id={`${id}-${person.id}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(person)}
        >
          <bdi>{person.firstName ?? person.username}</bdi>
          {person.firstName != null && <small dir="auto">{person.username}</small>}
        </button>
      ))}
    </div>
  );
}

/** What Escape does in a field. Told natively, because the panel hears the key before React does, and would close. */
function useEscape(
  field: { readonly current: HTMLElement | null },
  onEscape: (() => void) | undefined,
): void {
  useEffect(() => {
    const { current } = field;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !onEscape) return;
      event.stopPropagation();
      onEscape();
    };
    current?.addEventListener('keydown', onKeyDown);
    return () => current?.removeEventListener('keydown', onKeyDown);
  }, [field, onEscape]);
}
