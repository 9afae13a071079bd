import type { EmbedMentionableUserDto } from '@oriel/contract';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import look from '../dashboard/look.module.css';
import { t } from '../messages/comment-texts.ts';
import type { CommentClient } from './comment-client.ts';
import { problemOf, type CommentProblem } from './comment-store.ts';
import styles from './comments.module.css';
import { useMentions } from './use-mentions.ts';

const MAX_LENGTH = 10_000;

interface CommentComposerProps {
  readonly client: CommentClient;
  readonly viewerId: number | undefined;
  /** Names the field. */
  readonly label: string;
  readonly submitLabel: string;
  readonly initial?: string;
  /** Whether the field takes the focus when it comes. */
  readonly takesFocus?: boolean;
  /** What is thrown is said beside the text, which stays. */
  onSubmit(body: string): Promise<void>;
  onCancel?(): void;
}

/** Where a comment is written. `@` offers viewers to mention: arrows choose, Enter takes one, Escape closes the list. */
export function CommentComposer({
  client,
  viewerId,
  label,
  submitLabel,
  initial = '',
  takesFocus = false,
  onSubmit,
  onCancel,
}: CommentComposerProps) {
  const [text, setText] = useState(initial);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<CommentProblem>();
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number>(undefined);
  const mentions = useMentions(client, viewerId);
  const listId = useId();
  const isOffering = mentions.people.length > 0;
  useEffect(() => {
    const { current } = field;
    if (takesFocus && current) {
      current.focus();
      current.setSelectionRange(current.value.length, current.value.length);
    }
  }, [takesFocus]);
  // After React has written the text, so that the caret does not go to its end.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  useEscape(field, isOffering ? mentions.close : onCancel);

  const take = (person: EmbedMentionableUserDto) => {
    const put = mentions.put(text, person);
    caret.current = put.caret;
    setText(put.text.slice(0, MAX_LENGTH));
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
      setText('');
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
            setText(event.target.value);
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
        {onCancel && (
          <button type="button" className={look.quietButton} onClick={onCancel}>
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
