import { IconPlugConnected } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of OAuth integrations. */
export const oauthIntegrationsRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/oauth-integrations',
    component: lazyPage(() => import('./oauth-integrations-page.tsx'), 'OAuthIntegrationsPage'),
  }),
];

/** The link to it. */
export const oauthIntegrationsLinks: readonly PageLink[] = [
  {
    group: 'account',
    order: 90,
    to: '/settings/oauth-integrations',
    label: () => t('integrations.title'),
    icon: IconPlugConnected,
    permission: 'OAuthIntegrationsManage',
  },
];
