import { useLayoutEffect, useRef } from 'react';
import { t } from '../messages/chat-texts.ts';
import look from '../dashboard/look/look.module.css';
import { usePlainText } from '../dashboard/text/markdown-text.tsx';
import { textOfAnswer, textOfProblem } from './store/chat-problems.ts';
import { ChatTurn } from './turns/chat-turn.tsx';
import { answeringAgent, type ChatState, type ChatStore } from './store/chat-store.ts';
import styles from './elements/chat.module.css';

interface ChatMessagesProps {
  readonly store: ChatStore;
  readonly state: ChatState;
  readonly themeKey: string | undefined;
  /** Puts a question into the field again; absent where one cannot ask. */
  readonly onEdit: ((question: string) => void) | undefined;
}

/** The turns of the thread, or what one may ask at its beginning. */
export function ChatMessages({ store, state, themeKey, onEdit }: ChatMessagesProps) {
  const { turns, status, problem, thread } = state;
  const mayAsk = status === 'idle' && thread?.isOwn !== false;
  const element = useFollowedEnd();
  const retry = () => {
    // The button goes with what it was beside, and would take the focus along.
    element.current?.focus();
    store.retry();
  };
  return (
    <div
      className={styles.messages}
      ref={element}
      role="log"
      aria-live="off"
      aria-label={t('title')}
      tabIndex={-1}
    >
      {turns.length === 0 && status !== 'loading' && !problem && <Beginning store={store} state={state} />}
      {status === 'loading' && <p className={styles.working}>{t('loading')}</p>}
      {problem && <p role="alert">{textOfProblem(problem, t('openFailed'))}</p>}
      {turns.map((turn, index) => (
        <ChatTurn
          key={turn.id}
          turn={turn}
          isRunning={status === 'streaming' && index === turns.length - 1}
          themeKey={themeKey}
          onEdit={onEdit}
          {...(index === turns.length - 1 && mayAsk && { onRetry: retry })}
        />
      ))}
      <Announcement state={state} />
    </div>
  );
}

/**
 * Says to screen readers when an answer begins and when it is there; what is written meanwhile would interrupt itself.
 */
function Announcement({ state: { status, turns } }: Pick<ChatMessagesProps, 'state'>) {
  const last = turns.at(-1);
  const spoken = usePlainText(last?.answer ? textOfAnswer(last.answer) : '');
  const answer = last?.answer && spoken !== undefined ? `${t('complete')}. ${spoken}` : '';
  return (
    <p className={styles.hidden} role="status">
      {status === 'streaming' ? t('working') : answer}
    </p>
  );
}

function Beginning({ store, state }: Pick<ChatMessagesProps, 'store' | 'state'>) {
  const agent = answeringAgent(state);
  // Those of the agent that would answer.
  const suggestions = state.suggestions.filter(({ agentId }) => agent === undefined || agentId === agent);
  return (
    <div className={styles.beginning}>
      <p>{t('greeting')}</p>
      {suggestions.length > 0 && (
        <ul aria-label={t('suggestions')}>
          {suggestions.map(({ agentId, title, prompt }) => (
            <li key={`${agentId} ${prompt}`}>
              <button type="button" className={look.quietButton} onClick={() => store.ask(prompt)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How near to the end a reader counts as being there. */
const NEAR = 80;

/** Keeps the end in view while it grows, for a reader who is there; who reads further up stays where they are. */
function useFollowedEnd() {
  const element = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const growth = useRef<ResizeObserver>(undefined);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    let lastTop = 0;
    const note = () => {
      const { scrollTop, scrollHeight, clientHeight } = current;
      // What has grown since is no step of the reader's, who scrolls up to stay above.
      if (scrollHeight - scrollTop - clientHeight < NEAR) isAtEnd.current = true;
      else if (scrollTop < lastTop) isAtEnd.current = false;
      lastTop = scrollTop;
    };
    current.addEventListener('scroll', note, { passive: true });
    // Texts and charts are drawn after their turn is there.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    });
    growth.current = observer;
    return () => {
      current.removeEventListener('scroll', note);
      observer.disconnect();
    };
  }, []);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    growth.current?.disconnect();
    for (const child of current.children) growth.current?.observe(child);
  });
  return element;
}
