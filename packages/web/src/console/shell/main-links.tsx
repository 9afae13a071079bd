import { NavLink, Stack, Text } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { useCurrentUser } from '../api.ts';
import { linkGroups } from './link-groups.tsx';

/** Links to the pages that the user may open, in groups; the current one is marked. */
export function MainLinks({ onChoose }: { onChoose(): void }) {
  const { pathname } = useLocation();
  const permissions = useCurrentUser().data?.permissions ?? [];
  return (
    <Stack gap={2} h="100%">
      {linkGroups().map(({ label: groupLabel, links }) => {
        const open = links.filter(
          ({ permission }) => permission === undefined || permissions.includes(permission),
        );
        return (
          open.length > 0 && (
            <div key={groupLabel}>
              {groupLabel !== '' && (
                <Text size="xs" fw={600} c="dimmed" px="sm" mt="sm" mb={4}>
                  {groupLabel}
                </Text>
              )}
              {open.map(({ to, label, icon: LinkIcon, isHere = (path) => path === to }) => (
                <NavLink
                  key={to}
                  component={Link}
                  to={to}
                  label={label}
                  leftSection={<LinkIcon size={18} />}
                  active={isHere(pathname)}
                  onClick={onChoose}
                />
              ))}
            </div>
          )
        );
      })}
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
