import { useRef } from 'react';
import { closeDetails, useClosedOutside } from './close-details.ts';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  /** What opens it. */
  symbol?: React.ReactNode;
  /** Buttons. */
  children: React.ReactNode;
}

/** A disclosure of buttons that closes on Escape, on choosing, and on leaving. */
export function Menu({ label, symbol = '⋮', children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosedOutside(details);
  const close = () => closeDetails(details.current);
  return (
    <details
      className={styles.menu}
      ref={details}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      onBlur={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget) && currentTarget.removeAttribute('open')
      }
    >
      <summary aria-label={label}>{symbol}</summary>
      {/* Choosing closes; the buttons inside are what is focused and pressed. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div onClick={close}>{children}</div>
    </details>
  );
}
