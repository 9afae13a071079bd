import { use } from 'react';
import { t } from '../../messages/chat-texts.ts';
import look from '../../dashboard/look/look.module.css';
import { ChatSteps } from './chat-steps.tsx';
import { textOfProblem } from '../store/chat-problems.ts';
import {
  growingTextOf,
  type Answer,
  type ToolStep,
  type Turn,
  type TurnProblem,
} from '../../chat-client/chat-turns.ts';
import { createdItem } from './created-items.ts';
import { ItemLinks } from './item-links.ts';
import { LongText } from '../elements/long-text.tsx';
import { citedQueries, textAbove, type CitedQuery } from '../queries/cited-queries.ts';
import { QueryCard } from '../queries/query-card.tsx';
import { TurnActions } from './turn-actions.tsx';
import { setControlsOf } from './set-controls.ts';
import styles from '../elements/chat.module.css';

interface ChatTurnProps {
  readonly turn: Turn;
  readonly isRunning: boolean;
  readonly themeKey: string | undefined;
  /** Asks again, after a turn without an answer. */
  onRetry?(): void;
  /** Puts the question into the field again; absent where nothing can be asked. */
  onEdit?: ((question: string) => void) | undefined;
}

/** A question and what came of it. */
export function ChatTurn({ turn, isRunning, themeKey, onRetry, onEdit }: ChatTurnProps) {
  const { question, steps, answer, problem } = turn;
  const tools = steps.filter((step) => step.kind === 'tool');
  const growing = !answer && (isRunning || problem) ? growingTextOf(turn) : '';
  // What may become the answer is shown as one, until a further step follows it; or is what there is of it, where the
  // turn was stopped.
  const shownSteps = growing === '' ? steps : steps.slice(0, -1);
  const cited = answer ? citedQueries(answer, tools) : [];
  return (
    <article className={styles.turn} data-part="turn">
      <p className={styles.question} dir="auto">
        <span className={styles.hidden}>{t('you')}: </span>
        {question}
      </p>
      {shownSteps.length > 0 && (
        <ChatSteps steps={shownSteps} isRunning={isRunning && !answer && growing === ''} />
      )}
      {isRunning && !answer && steps.length === 0 && <p className={styles.working}>{t('working')} …</p>}
      {growing !== '' && (
        <div className={styles.answer} data-part="growing">
          <LongText content={growing} />
        </div>
      )}
      {answer && <AnswerText answer={answer} cited={cited} />}
      {cited.length > 0 && <Sources cited={cited} themeKey={themeKey} />}
      <SetControls tools={tools} />
      <CreatedItems tools={tools} />
      {problem && !isRunning && <Problem problem={problem} onRetry={onRetry} />}
      {!isRunning && (
        <TurnActions
          answer={answer?.content ?? (growing || undefined)}
          onEdit={onEdit && (() => onEdit(question))}
        />
      )}
    </article>
  );
}

interface AnswerTextProps {
  readonly answer: Answer;
  readonly cited: readonly CitedQuery[];
}

function AnswerText({ answer, cited }: AnswerTextProps) {
  const text = textAbove(cited, answer);
  return (
    <div className={styles.answer} data-part="answer">
      <span className={styles.hidden}>{t('assistant')}: </span>
      {answer.isWithoutModel && <p className={styles.badge}>{t('withoutModel')}</p>}
      {text !== '' && <LongText content={text} />}
    </div>
  );
}

interface SourcesProps {
  readonly cited: readonly CitedQuery[];
  readonly themeKey: string | undefined;
}

/** The queries that the answer rests on, with their rows. */
function Sources({ cited, themeKey }: SourcesProps) {
  return (
    <ul className={styles.sources} aria-label={t('sources')}>
      {cited.map((query) => (
        <li key={query.id}>
          <QueryCard query={query} themeKey={themeKey} />
        </li>
      ))}
    </ul>
  );
}

/** What the agent has set on the dashboard beside. */
function SetControls({ tools }: { tools: readonly ToolStep[] }) {
  const controls = tools.flatMap(({ name, result }) =>
    name === 'set_controls' ? setControlsOf(result) : [],
  );
  if (controls.length === 0) return null;
  const said = controls.map(({ label, value }) => `${label}: ${[value].flat().join(', ') || '–'}`).join('; ');
  return <p className={styles.badge}>{t('controlsSet', { controls: said })}</p>;
}

/** Links to what the agent has made, on the pages from which it can be opened. */
function CreatedItems({ tools }: { tools: readonly ToolStep[] }) {
  const linkTo = use(ItemLinks);
  const created = tools.flatMap((tool) => createdItem(tool) ?? []);
  if (!linkTo || created.length === 0) return null;
  return (
    <ul className={styles.created} aria-label={t('created')}>
      {created.map((item) => (
        <li key={`${item.kind} ${item.id}`}>{linkTo(item)}</li>
      ))}
    </ul>
  );
}

function Problem({ problem, onRetry }: { problem: TurnProblem; onRetry: (() => void) | undefined }) {
  return (
    <div
      className={styles.problem}
      data-kind={problem.kind}
      role={problem.kind === 'failed' ? 'alert' : undefined}
    >
      <p>{textOfProblem(problem, t(problem.kind))}</p>
      {onRetry && (
        <button type="button" className={look.quietButton} onClick={onRetry}>
          {t(problem.kind === 'suspended' ? 'resume' : 'retry')}
        </button>
      )}
    </div>
  );
}
