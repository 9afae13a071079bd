import type { CurrentUser } from '@oriel/contract';
import type { Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';

/** A link to a page. */
export interface PageLink {
  /**
   * Where it stands: in the navigation, first without a heading (`main`), then under those of the deployment and the
   * account; or in the menu of the user (`personal`), who has these pages whatever they may do in the account.
   */
  readonly group: 'main' | 'deployment' | 'account' | 'personal';
  /** Its place in the group, by tens; no two links of a group have the same. */
  readonly order: number;
  readonly to: NonNullable<LinkProps['to']>;
  /** In the language that is shown. */
  label(): string;
  readonly icon: Icon;
  /** Shown to those alone who have it in the whole account; absent: to all. */
  readonly permission?: CurrentUser['permissions'][number];
  /** Whether an address belongs to the page; absent: its own alone. */
  readonly isHere?: (pathname: string) => boolean;
}
