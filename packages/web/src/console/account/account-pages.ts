import { IconAdjustments } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of the settings of the account. */
export const accountRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/account',
    component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
  }),
];

/** The link to it. */
export const accountLinks: readonly PageLink[] = [
  {
    group: 'account',
    order: 70,
    to: '/settings/account',
    label: () => t('account.title'),
    icon: IconAdjustments,
    permission: 'All',
  },
];
