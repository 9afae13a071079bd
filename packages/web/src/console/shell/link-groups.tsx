import type { CurrentUser } from '@oriel/contract';
import {
  IconAdjustments,
  IconApps,
  IconAppWindow,
  IconCertificate,
  IconDatabaseCog,
  IconFolders,
  IconKey,
  IconMail,
  IconMessages,
  IconLink,
  IconLogin2,
  IconPalette,
  IconPlugConnected,
  IconShieldCheck,
  IconShieldLock,
  IconSparkles,
  IconTags,
  IconTrash,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';

interface PageLink {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: Icon;
  /** Shown to those alone who have it in the whole account; absent: to all. */
  readonly permission?: CurrentUser['permissions'][number];
  /** Whether an address belongs to the page; absent: its own alone. */
  readonly isHere?: (pathname: string) => boolean;
}

/** The main pages, in groups; an empty label is no heading. */
export function linkGroups(): readonly { readonly label: string; readonly links: readonly PageLink[] }[] {
  return [
    {
      label: '',
      links: [
        {
          to: '/workspace',
          label: t('shell.workspace'),
          icon: IconFolders,
          isHere: (path) => /^\/(workspace|workbook|reports|dashboards)/.test(path),
        },
        { to: '/chat', label: t('shell.chat'), icon: IconMessages },
        { to: '/trash', label: t('trash.title'), icon: IconTrash },
      ],
    },
    {
      label: t('shell.thisDeployment'),
      links: [
        {
          to: '/settings/notifications',
          label: t('shell.notifications'),
          icon: IconMail,
          permission: 'All',
        },
        {
          to: '/settings/deployment',
          label: t('shell.deploymentSettings'),
          icon: IconDatabaseCog,
          permission: 'DeploymentUpdate',
        },
      ],
    },
    {
      label: t('shell.thisAccount'),
      links: [
        { to: '/settings/people', label: t('shell.people'), icon: IconUsers, permission: 'All' },
        { to: '/settings/groups', label: t('shell.groups'), icon: IconUsersGroup, permission: 'All' },
        { to: '/settings/roles', label: t('shell.roles'), icon: IconShieldLock, permission: 'All' },
        { to: '/settings/attributes', label: t('shell.attributes'), icon: IconTags, permission: 'All' },
        {
          to: '/settings/authentication',
          label: t('shell.authentication'),
          icon: IconLogin2,
          permission: 'All',
        },
        { to: '/settings/appearance', label: t('shell.appearance'), icon: IconPalette, permission: 'All' },
        {
          to: '/settings/account',
          label: t('shell.accountSettings'),
          icon: IconAdjustments,
          permission: 'All',
        },
        { to: '/settings/ai', label: t('shell.languageModel'), icon: IconSparkles, permission: 'All' },
        {
          to: '/settings/oauth-integrations',
          label: t('shell.oauthIntegrations'),
          icon: IconPlugConnected,
          permission: 'OAuthIntegrationsManage',
        },
        {
          to: '/settings/workload-tokens',
          label: t('shell.workloadTokens'),
          icon: IconCertificate,
          permission: 'All',
        },
        {
          to: '/settings/oauth-clients',
          label: t('shell.oauthClients'),
          icon: IconApps,
          permission: 'All',
        },
      ],
    },
  ];
}

/** What users have of their own, whatever they may do in the account. */
export function personalLinks(): readonly PageLink[] {
  return [
    { to: '/settings/security', label: t('security.title'), icon: IconShieldCheck },
    { to: '/connections', label: t('shell.connections'), icon: IconLink },
    { to: '/settings/api-keys', label: t('shell.apiKeys'), icon: IconKey },
    { to: '/settings/applications', label: t('shell.applications'), icon: IconAppWindow },
  ];
}
