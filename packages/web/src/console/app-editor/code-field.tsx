import { useRef, type KeyboardEvent } from 'react';
import styles from './app-editor.module.css';

interface CodeFieldProps {
  /** The name of the field. */
  label: string;
  /** How the Tab key leaves the field. */
  hint: string;
  value: string;
  onChange(value: string): void;
}

/** A text with numbered lines. Tab indents; after Escape it leaves the field, as everywhere. */
export function CodeField({ label, hint, value, onChange }: CodeFieldProps) {
  const numbers = useRef<HTMLPreElement>(null);
  const leaves = useRef(false);
  const lines = value.split('\n').length;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (key === 'Escape') leaves.current = true;
    else if (key === 'Tab' && !leaves.current && !altKey && !ctrlKey && !metaKey && !shiftKey) {
      event.preventDefault();
      // The one way by which the browser's own undo knows of it.
      document.execCommand('insertText', false, '  ');
    } else if (key !== 'Shift') leaves.current = false;
  };
  return (
    <div className={styles.code}>
      <pre className={styles.numbers} ref={numbers} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
      </pre>
      <textarea
        className={styles.text}
        aria-label={label}
        title={hint}
        value={value}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => (leaves.current = false)}
        onScroll={({ currentTarget }) => {
          if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
        }}
      />
    </div>
  );
}
