import { IconUsers } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of the users of the account. */
export const peopleRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/people',
    component: lazyPage(() => import('./people-page.tsx'), 'PeoplePage'),
  }),
];

/** The link to it. */
export const peopleLinks: readonly PageLink[] = [
  {
    group: 'account',
    order: 10,
    to: '/settings/people',
    label: () => t('people.title'),
    icon: IconUsers,
    permission: 'All',
  },
];
