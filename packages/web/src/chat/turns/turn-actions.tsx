import { useEffect, useState } from 'react';
import { t } from '../../messages/chat-texts.ts';
import { copyText } from '../elements/copy-text.ts';
import styles from '../elements/chat.module.css';

/** How long a button says what has become of it. */
const SAID_MS = 2_000;

interface TurnActionsProps {
  /** Markdown of the answer; absent where there is none. */
  readonly answer: string | undefined;
  /** Puts the question into the field again; absent where nothing can be asked. */
  readonly onEdit: (() => void) | undefined;
}

/** What can be done with a turn that has ended. */
export function TurnActions({ answer, onEdit }: TurnActionsProps) {
  if (answer === undefined && !onEdit) return null;
  return (
    <div className={styles.actions} data-part="turn-actions">
      {answer !== undefined && <CopyButton text={answer} />}
      {onEdit && (
        <button type="button" onClick={onEdit}>
          {t('editQuestion')}
        </button>
      )}
    </div>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <>
      <button
        type="button"
        onClick={() => void copyText(text).then((isCopied) => setOutcome(isCopied ? 'copied' : 'copyFailed'))}
      >
        {t('copyAnswer')}
      </button>
      <span role="status">{outcome && t(outcome)}</span>
    </>
  );
}
