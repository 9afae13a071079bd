import { useId, type KeyboardEvent, type RefObject } from 'react';
import { t } from '../messages/chat-texts.ts';
import look from '../dashboard/look/look.module.css';
import { AgentChoice } from './agent-choice.tsx';
import type { ChatState, ChatStore } from './store/chat-store.ts';
import styles from './elements/chat.module.css';

const MAX_LENGTH = 10_000;

export interface ChatInputProps {
  readonly store: ChatStore;
  readonly state: ChatState;
  /** The field; the page puts questions into it. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** Where questions are written; one that is sent while an answer is made waits for it. */
export function ChatInput({ store, state, field }: ChatInputProps) {
  const text = state.draft;
  const isRunning = state.status === 'streaming';
  const send = () => {
    store.ask(text);
    store.write('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The key that ends the composition of a character sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.asking}>
      <Queue store={store} queue={state.queue} />
      <AgentChoice store={store} state={state} />
      <form
        className={styles.form}
        data-part="chat-input"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={field}
          rows={2}
          maxLength={MAX_LENGTH}
          value={text}
          aria-label={t('input')}
          placeholder={t('placeholder')}
          onChange={(event) => store.write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isRunning && (
          <button
            type="button"
            className={look.quietButton}
            onClick={() => {
              store.abort();
              // The button goes with the turn, and would take the focus along.
              field.current?.focus();
            }}
          >
            {t('stop')}
          </button>
        )}
        <button type="submit" className={styles.send} disabled={text.trim() === ''}>
          {t('send')}
        </button>
      </form>
    </div>
  );
}

function Queue({ store, queue }: { store: ChatStore; queue: readonly string[] }) {
  const labelId = useId();
  if (queue.length === 0) return null;
  return (
    <div className={styles.queue}>
      <p id={labelId}>{t('queued')}</p>
      <ol aria-labelledby={labelId}>
        {queue.map((question, index) => (
          // Two questions may be the same, and nothing but their place tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${index} ${question}`}>
            <span>{question}</span>
            <button
              type="button"
              aria-label={t('unqueue', { question: beginningOf(question) })}
              onClick={() => store.unqueue(index)}
            >
              ✕
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Characters that tell queued questions apart when they are read out. */
const READ_OUT = 80;

const beginningOf = (question: string) =>
  question.length > READ_OUT ? `${question.slice(0, READ_OUT)}…` : question;
