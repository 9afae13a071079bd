import { findText, t } from '../../messages/chat-texts.ts';
import type { Step, ToolStep } from '../../chat-client/chat-turns.ts';
import { JsonText } from '../elements/json-text.tsx';
import { LongText } from '../elements/long-text.tsx';
import { failureOf } from '../queries/query-table.ts';
import styles from '../elements/chat.module.css';

/** What has happened on the way to an answer, folded; while it happens the last of it is said. */
export function ChatSteps({ steps, isRunning }: { steps: readonly Step[]; isRunning: boolean }) {
  const last = steps.at(-1);
  return (
    <details className={styles.steps} data-part="steps">
      <summary>{isRunning && last ? `${nameOf(last)} …` : t('steps', { count: steps.length })}</summary>
      <ol>
        {steps.map((step) => (
          <li key={step.id}>
            {step.kind === 'tool' ? <ToolCall step={step} /> : <LongText content={step.text} />}
          </li>
        ))}
      </ol>
    </details>
  );
}

function ToolCall({ step }: { step: ToolStep }) {
  const failure = failureOf(step);
  return (
    <details>
      <summary>{nameOf(step)}</summary>
      {failure !== undefined && <p>{t('toolFailed', { message: failure })}</p>}
      <JsonText label={nameOf(step)} value={step.input} />
    </details>
  );
}

function nameOf(step: Step): string {
  if (step.kind !== 'tool') return t('thinking');
  // What it would have done has not been done.
  if (failureOf(step) !== undefined) return t('stepFailed', { name: step.name });
  return findText(`tools.${step.name}`) ?? t('tools.other', { name: step.name });
}
