import { useId, useRef } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { isPrinted } from '../../page/page-config.ts';
import { readDashboardLink, type LinkTarget } from '../store/dashboard-links.ts';
import { outsideLink } from '../text/safe-address.ts';
import type { FieldLink } from '@oriel/dashboard/table/table-fields';
import type { RowValues } from '@oriel/dashboard/table/table-leaf';
import { absolute } from './linked.tsx';
import type { TableLinks } from './use-links.ts';
import styles from './table-report.module.css';

/** A link of a cell that may be followed. */
type CellLink = FieldLink & LinkTarget;

/** The links of a dimension's value that lead somewhere safe, the primary one first. */
export function linksAt(
  { field, links }: { field: string; links: readonly FieldLink[] },
  row: RowValues,
  known: TableLinks,
): CellLink[] {
  return links.flatMap((link) => {
    const target = targetOf(absolute(known.find(field, link, row)), link, known);
    return target ? [{ ...link, ...target }] : [];
  });
}

/** A link to a dashboard that the viewer does not see is left out, as one without an address is. */
function targetOf(
  address: string | undefined,
  { target }: FieldLink,
  { dashboards }: TableLinks,
): LinkTarget | undefined {
  if (address === undefined) return undefined;
  const link = readDashboardLink(address);
  // Nobody knows where a sheet of paper is read: what is only named from here leads nowhere.
  if (!link) return isPrinted() && address.startsWith('/') ? undefined : { href: address };
  const dashboard = dashboards?.find(link.name);
  return dashboard && dashboards?.targetOf({ ...dashboard, ...link }, target);
}

/** The page around a frame is not ours to leave, and a frame is no place for other pages. */
const attributesOf = ({ target }: CellLink) =>
  target === 'self' && window.parent === window ? { rel: 'nofollow' } : outsideLink;

interface CellLinksProps {
  links: readonly CellLink[];
  text: string;
  /** What a text that is a sign alone means. */
  label?: string;
}

/** The text of a cell: a link, or what opens the list of several. */
export function CellLinks({ links, text, label }: CellLinksProps) {
  const [first] = links;
  if (!first) return text;
  // A list cannot be opened on paper.
  if (links.length > 1 && !isPrinted()) return <LinkMenu links={links} text={text} label={label} />;
  return (
    <FollowedLink link={first} className={styles.link} title={first.label} aria-label={label}>
      {text}
    </FollowedLink>
  );
}

interface FollowedLinkProps extends Pick<
  React.HTMLAttributes<HTMLElement>,
  'className' | 'title' | 'children'
> {
  link: CellLink;
  'aria-label'?: string | undefined;
  onFollow?(): void;
}

/** A link with an address keeps what browsers do with one: another tab by a key, its menu. */
function FollowedLink({ link, onFollow, ...props }: FollowedLinkProps) {
  const { href, open } = link;
  const follow = (event: React.MouseEvent) => {
    onFollow?.();
    if (!open || (href !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey))) return;
    event.preventDefault();
    open();
  };
  if (href === undefined) return <button type="button" role="link" {...props} onClick={follow} />;
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the text is among the properties
  return <a {...props} href={href} {...attributesOf(link)} onClick={follow} />;
}

/** Opens by Enter, Space or a click; the arrow keys go through it, Escape closes it. */
function LinkMenu({ links, text, label }: Omit<CellLinksProps, 'label'> & { label: string | undefined }) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
    if (step === undefined || all.length === 0) return;
    event.preventDefault();
    const at = all.findIndex((link) => link === document.activeElement);
    all[(at + step + all.length) % all.length]?.focus();
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        popoverTarget={id}
        aria-haspopup="true"
        aria-label={label}
      >
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
          list.current?.querySelector<HTMLElement>('a, button')?.focus();
        }}
      >
        {links.map((link) => (
          <FollowedLink key={link.name} link={link} onFollow={() => list.current?.hidePopover()}>
            {link.label}
          </FollowedLink>
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
