import { IconKey } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of the keys of the user. */
export const apiKeysRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/api-keys',
    component: lazyPage(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
  }),
];

/** The link to it. */
export const apiKeysLinks: readonly PageLink[] = [
  {
    group: 'personal',
    order: 30,
    to: '/settings/api-keys',
    label: () => t('apiKeys.title'),
    icon: IconKey,
  },
];
