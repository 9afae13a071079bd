import { NavLink, Stack } from '@mantine/core';
import { IconBook2, IconFolders, IconKey, IconUsers } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { usePermission } from '../api.ts';
import { t } from '../../messages/console-texts.ts';

/** Links to the main pages; the current one is marked. */
export function MainLinks({ onChoose }: { onChoose(): void }) {
  const { pathname } = useLocation();
  const managesPeople = usePermission('All');
  const links = [
    {
      to: '/workspace',
      label: t('shell.workspace'),
      icon: <IconFolders size={18} />,
      isHere: !pathname.startsWith('/settings'),
    },
    {
      to: '/settings/api-keys',
      label: t('shell.apiKeys'),
      icon: <IconKey size={18} />,
      isHere: pathname === '/settings/api-keys',
    },
    ...(managesPeople
      ? [
          {
            to: '/settings/people',
            label: t('shell.people'),
            icon: <IconUsers size={18} />,
            isHere: pathname === '/settings/people',
          } as const,
        ]
      : []),
  ] as const;
  return (
    <Stack gap={2} h="100%">
      {links.map(({ to, label, icon, isHere }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          leftSection={icon}
          active={isHere}
          onClick={onChoose}
        />
      ))}
      <NavLink
        mt="auto"
        component="a"
        href="/docs/api"
        target="_blank"
        label={t('shell.apiReference')}
        leftSection={<IconBook2 size={18} />}
      />
    </Stack>
  );
}
