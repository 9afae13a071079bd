import { useId, useRef } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { outsideLink } from '../safe-address.ts';
import type { FieldLink } from '@oriel/dashboard/table/table-fields';
import type { RowValues } from '@oriel/dashboard/table/table-leaf';
import { absolute } from './linked.tsx';
import type { LinkAddresses } from './link-addresses.ts';
import styles from './table-report.module.css';

/** A link of a cell that may be followed. */
interface CellLink extends FieldLink {
  href: string;
}

/** The links of a dimension's value that lead somewhere safe, the primary one first. */
export function linksAt(
  { field, links }: { field: string; links: readonly FieldLink[] },
  row: RowValues,
  addresses: Pick<LinkAddresses, 'find'>,
): CellLink[] {
  return links.flatMap((link) => {
    const href = absolute(addresses.find(field, link, row));
    return href === undefined ? [] : [{ ...link, href }];
  });
}

/** The page around a frame is not ours to leave, and a frame is no place for other pages. */
const targetOf = ({ target }: CellLink) =>
  target === 'self' && window.parent === window ? { rel: 'nofollow' } : outsideLink;

/** The text of a cell: a link, or what opens the list of several. */
export function CellLinks({ links, text }: { links: readonly CellLink[]; text: string }) {
  const [first] = links;
  if (!first) return text;
  if (links.length > 1) return <LinkMenu links={links} text={text} />;
  return (
    <a className={styles.link} href={first.href} title={first.label} {...targetOf(first)}>
      {text}
    </a>
  );
}

/** Opens by Enter, Space or a click; the arrow keys go through it, Escape closes it. */
function LinkMenu({ links, text }: { links: readonly CellLink[]; text: string }) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = [...(list.current?.querySelectorAll('a') ?? [])];
    if (step === undefined || all.length === 0) return;
    event.preventDefault();
    const at = all.findIndex((link) => link === document.activeElement);
    all[(at + step + all.length) % all.length]?.focus();
  };
  return (
    <>
      <button ref={opener} type="button" className={styles.opener} popoverTarget={id} aria-haspopup="true">
        {text} <span aria-hidden="true">▾</span>
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="group"
        className={styles.links}
        aria-label={t('table.links', { value: text })}
        onKeyDown={move}
        onToggle={({ newState }) => {
          if (newState !== 'open') return;
          place(list.current, opener.current);
          list.current?.querySelector('a')?.focus();
        }}
      >
        {links.map((link) => (
          <a key={link.name} href={link.href} {...targetOf(link)} onClick={() => list.current?.hidePopover()}>
            {link.label}
          </a>
        ))}
      </div>
    </>
  );
}

/** Below what opens it, or above where there is no room. */
function place(list: HTMLElement | null, opener: HTMLElement | null): void {
  if (!list || !opener) return;
  const { left, top, bottom } = opener.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const isBelow = bottom + height + 4 <= window.innerHeight || top < height + 4;
  list.style.top = `${isBelow ? bottom + 4 : top - height - 4}px`;
  list.style.left = `${Math.max(4, Math.min(left, window.innerWidth - width - 4))}px`;
}
