import { IconShieldLock } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of roles. */
export const rolesRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/roles',
    component: lazyPage(() => import('./roles-page.tsx'), 'RolesPage'),
  }),
];

/** The link to it. */
export const rolesLinks: readonly PageLink[] = [
  {
    group: 'account',
    order: 30,
    to: '/settings/roles',
    label: () => t('roles.title'),
    icon: IconShieldLock,
    permission: 'All',
  },
];
