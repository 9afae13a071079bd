import { IconApps } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of OAuth clients. */
export const oauthClientsRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/oauth-clients',
    component: lazyPage(() => import('./oauth-clients-page.tsx'), 'OAuthClientsPage'),
  }),
];

/** The link to it. */
export const oauthClientsLinks: readonly PageLink[] = [
  {
    group: 'account',
    order: 110,
    to: '/settings/oauth-clients',
    label: () => t('oauthClients.title'),
    icon: IconApps,
    permission: 'All',
  },
];
