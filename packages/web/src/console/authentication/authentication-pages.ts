import { IconLogin2 } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';
import { readAuthenticationSearch } from './authentication-search.ts';

/** The page of how people sign in. */
export const authenticationRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/authentication',
    component: lazyPage(() => import('./authentication-page.tsx'), 'AuthenticationPage'),
    validateSearch: readAuthenticationSearch,
  }),
];

/** The link to it. */
export const authenticationLinks: readonly PageLink[] = [
  {
    group: 'account',
    order: 50,
    to: '/settings/authentication',
    label: () => t('authentication.title'),
    icon: IconLogin2,
    permission: 'All',
  },
];
