import { IconPalette } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';
import { readAppearanceSearch } from './appearance-tabs.ts';

/** The page of the look of the account. */
export const appearanceRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/appearance',
    component: lazyPage(() => import('./appearance-page.tsx'), 'AppearancePage'),
    validateSearch: readAppearanceSearch,
  }),
];

/** The link to it. */
export const appearanceLinks: readonly PageLink[] = [
  {
    group: 'account',
    order: 60,
    to: '/settings/appearance',
    label: () => t('appearance.title'),
    icon: IconPalette,
    permission: 'All',
  },
];
