import { IconFolders } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The link to it, and to what is in it. Its routes are in `rooms.tsx`. */
export const workspaceLinks: readonly PageLink[] = [
  {
    group: 'main',
    order: 10,
    to: '/workspace',
    label: () => t('shell.workspace'),
    icon: IconFolders,
    isHere: (path) => /^\/(workspace|workbook|reports|dashboards)/.test(path),
  },
];
