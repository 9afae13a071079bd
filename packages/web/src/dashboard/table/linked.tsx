import { isImageAllowed } from '@oriel/contract/image-hosts';
import { pageConfig } from '../../page/page-config.ts';
import type { Cell } from '../../query/load-batch.ts';
import { outsideLink, safeAddress } from '../text/safe-address.ts';
import styles from './table-report.module.css';

/** Addresses in data are whole, or begin at the root of this server; a word is none. */
export const absolute = (address: Cell | undefined): string | undefined =>
  typeof address === 'string' && /^(?:https?:|mailto:|\/)/i.test(address.trim())
    ? safeAddress(address.trim())
    : undefined;

/** A link to a page of its own, or what it would have held where its address is none that is linked. */
export function Linked({
  address,
  title,
  children,
}: {
  address: Cell | undefined;
  title?: string;
  children: React.ReactNode;
}) {
  const safe = absolute(address);
  if (safe === undefined) return children;
  return (
    <a className={styles.link} href={safe} title={title} {...outsideLink}>
      {children}
    </a>
  );
}

const NO_HOSTS: readonly string[] = [];

/** A picture from a host of the account; any other address is a text. */
export function Picture({
  address,
  alt,
  width,
  height,
}: {
  address: Cell | undefined;
  alt: string;
  width: number | undefined;
  height: number;
}) {
  if (typeof address !== 'string') return '–';
  if (!isImageAllowed(address, pageConfig().imageHosts ?? NO_HOSTS)) return address;
  return (
    <img
      className={styles.picture}
      src={address}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
    />
  );
}
