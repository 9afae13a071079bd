import { IconUsersGroup } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

// #region pages
/** The page of groups of users. */
export const groupsRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/groups',
    component: lazyPage(() => import('./groups-page.tsx'), 'GroupsPage'),
  }),
];

/** The link to it. */
export const groupsLinks: readonly PageLink[] = [
  {
    group: 'account',
    order: 20,
    to: '/settings/groups',
    label: () => t('groups.title'),
    icon: IconUsersGroup,
    permission: 'All',
  },
];

// #endregion
