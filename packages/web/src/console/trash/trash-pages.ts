import { IconTrash } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The link to it. Its route is in `rooms.tsx`. */
export const trashLinks: readonly PageLink[] = [
  {
    group: 'main',
    order: 30,
    to: '/trash',
    label: () => t('trash.title'),
    icon: IconTrash,
  },
];
