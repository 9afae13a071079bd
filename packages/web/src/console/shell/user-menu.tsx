import { ActionIcon, Avatar, Menu, Text } from '@mantine/core';
import { IconDatabasePlus, IconKeyboard, IconLanguage, IconLogout, IconUser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client, usePermission } from '../api/api.ts';
import { sentenceOf } from '../api/error-text.ts';
import type { PageLink } from '../pages/page-link.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { EDITS_PREFIX, leavePage, userStorage } from '../storage/user-storage.ts';
import { t } from '../../messages/console-texts.ts';
import { linksOf } from './link-groups.ts';

interface UserMenuProps {
  /** To all pages. */
  links: readonly PageLink[];
  email: string;
  onLanguage(): void;
  onShortcuts(): void;
  onNewDeployment(): void;
}

/** Who is signed in, their own pages, the keyboard help and the way out. */
export function UserMenu({ links, email, onLanguage, onShortcuts, onNewDeployment }: UserMenuProps) {
  const mayCreate = usePermission('DeploymentCreate');
  const signOut = useMutation({
    mutationFn: () => client.call('signOut', {}),
    onSuccess: ({ providerSignOutUrl }) => leavePage(providerSignOutUrl ?? '/sign-in'),
  });
  const [isAsking, setAsking] = useState(false);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="transparent" size="lg" aria-label={t('shell.account', { email })}>
          <Avatar size={30} name={email} color="initials">
            <IconUser size={18} />
          </Avatar>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        {mayCreate && (
          <Menu.Item leftSection={<IconDatabasePlus size={16} />} onClick={onNewDeployment}>
            {t('shell.newDeployment')}
          </Menu.Item>
        )}
        {linksOf('personal', links).map(({ to, label, icon: LinkIcon }) => (
          <Menu.Item key={to} leftSection={<LinkIcon size={16} />} component={Link} to={to}>
            {label()}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLanguage size={16} />} onClick={onLanguage}>
          {t('language.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onShortcuts}>
          {t('shell.shortcuts')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          closeMenuOnClick={false}
          onClick={() => (userStorage.hasEdits(EDITS_PREFIX) ? setAsking(true) : signOut.mutate())}
        >
          {t('shell.signOut')}
        </Menu.Item>
        {signOut.isError && (
          <Text c="red" size="sm" px="sm" py={4} maw={240} role="alert">
            {sentenceOf(signOut.error)}
          </Text>
        )}
      </Menu.Dropdown>
      {isAsking && (
        <ConfirmDialog
          title={t('shell.signOutUnsaved')}
          text={t('shell.signOutUnsavedHint')}
          action={t('shell.signOut')}
          mutation={signOut}
          input={undefined}
          onClose={() => setAsking(false)}
        />
      )}
    </Menu>
  );
}
