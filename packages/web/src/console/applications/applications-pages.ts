import { IconAppWindow } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of the applications that act for the user. */
export const applicationsRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/applications',
    component: lazyPage(() => import('./applications-page.tsx'), 'ApplicationsPage'),
  }),
];

/** The link to it. */
export const applicationsLinks: readonly PageLink[] = [
  {
    group: 'personal',
    order: 40,
    to: '/settings/applications',
    label: () => t('applications.title'),
    icon: IconAppWindow,
  },
];
