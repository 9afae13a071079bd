import { IconMessages } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The link to it. Its route is in `rooms.tsx`. */
export const chatLinks: readonly PageLink[] = [
  {
    group: 'main',
    order: 20,
    to: '/chat',
    label: () => t('shell.chat'),
    icon: IconMessages,
  },
];
