import { IconMail } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import { readText } from '../elements/search-text.ts';
import { applySignInLanguage } from '../language/sign-in-language.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of the notifications of a deployment, and where a message leads those who want no more. */
export const notificationsRoutes = ({ deployment, root }: Frames) => [
  createRoute({
    getParentRoute: () => deployment,
    path: '/settings/notifications',
    component: lazyPage(() => import('./notifications-page.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/unsubscribe',
    component: lazyPage(() => import('./unsubscribe-page.tsx'), 'UnsubscribePage'),
    beforeLoad: ({ search }) => applySignInLanguage(search),
    validateSearch: (search: Record<string, unknown>): { locale?: string | undefined } => ({
      locale: readText(search['locale']),
    }),
  }),
];

/** The link to the notifications. */
export const notificationsLinks: readonly PageLink[] = [
  {
    group: 'deployment',
    order: 10,
    to: '/settings/notifications',
    label: () => t('notifications.title'),
    icon: IconMail,
    permission: 'All',
  },
];
