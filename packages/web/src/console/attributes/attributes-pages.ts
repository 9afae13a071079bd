import { IconTags } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of the attributes of users. */
export const attributesRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/attributes',
    component: lazyPage(() => import('./attributes-page.tsx'), 'AttributesPage'),
  }),
];

/** The link to it. */
export const attributesLinks: readonly PageLink[] = [
  {
    group: 'account',
    order: 40,
    to: '/settings/attributes',
    label: () => t('attributes.title'),
    icon: IconTags,
    permission: 'All',
  },
];
