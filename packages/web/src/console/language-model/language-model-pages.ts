import { IconSparkles } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of the language model of the account. */
export const languageModelRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/ai',
    component: lazyPage(() => import('./language-model-page.tsx'), 'LanguageModelPage'),
  }),
];

/** The link to it. */
export const languageModelLinks: readonly PageLink[] = [
  {
    group: 'account',
    order: 80,
    to: '/settings/ai',
    label: () => t('ai.title'),
    icon: IconSparkles,
    permission: 'All',
  },
];
