import { IconLink } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';
import { readConnectionsSearch } from './connections-search.ts';

/** The page of the accounts elsewhere that the user has connected. */
export const connectionsRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/connections',
    component: lazyPage(() => import('./connections-page.tsx'), 'ConnectionsPage'),
    validateSearch: readConnectionsSearch,
  }),
];

/** The link to it. */
export const connectionsLinks: readonly PageLink[] = [
  {
    group: 'personal',
    order: 20,
    to: '/connections',
    label: () => t('connections.title'),
    icon: IconLink,
  },
];
