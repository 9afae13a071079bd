import { Divider, NavLink, Stack, Text, Tooltip } from '@mantine/core';
import { IconBook2, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useCurrentUser } from '../api/api.ts';
import type { PageLink } from '../pages/page-link.ts';
import { linkGroups } from './link-groups.ts';
import styles from './main-links.module.css';

interface MainLinksProps {
  /** To all pages. */
  links: readonly PageLink[];
  /** Icons alone, of which a tooltip says the name. */
  isNarrow: boolean;
  onChoose(): void;
  onToggleWidth(): void;
}

/** Links to the pages that the user may open, in groups; the current one is marked. */
export function MainLinks({ links: allLinks, isNarrow, onChoose, onToggleWidth }: MainLinksProps) {
  const { pathname } = useLocation();
  const permissions = useCurrentUser().data?.permissions ?? [];
  const groups = linkGroups(allLinks)
    .map(({ label, links }) => ({
      label,
      links: links.filter(({ permission }) => permission === undefined || permissions.includes(permission)),
    }))
    .filter(({ links }) => links.length > 0);
  const shown = (label: string, icon: ReactElement) =>
    isNarrow ? { 'aria-label': label, leftSection: icon } : { label, leftSection: icon };
  const WidthIcon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <Stack gap={2} h="100%" className={isNarrow ? styles.narrow : undefined}>
      <div className={styles.pages}>
        {groups.map(({ label: groupLabel, links }, index) => (
          <div key={groupLabel} role="group" aria-label={groupLabel || undefined}>
            {isNarrow ? index > 0 && <Divider my={6} /> : <GroupLabel>{groupLabel}</GroupLabel>}
            {links.map(({ to, label, icon: LinkIcon, isHere = (path) => path === to }) => (
              <Named key={to} name={label()} isNarrow={isNarrow}>
                <NavLink
                  component={Link}
                  to={to}
                  {...shown(label(), <LinkIcon size={18} />)}
                  active={isHere(pathname)}
                  onClick={onChoose}
                />
              </Named>
            ))}
          </div>
        ))}
      </div>
      <Divider my={4} />
      <Named name={t('shell.apiReference')} isNarrow={isNarrow}>
        <NavLink
          component="a"
          href="/docs/api"
          target="_blank"
          {...shown(t('shell.apiReference'), <IconBook2 size={18} />)}
        />
      </Named>
      <Named name={t('shell.iconsAndNames')} isNarrow={isNarrow}>
        <NavLink
          component="button"
          visibleFrom="sm"
          {...shown(t(isNarrow ? 'shell.iconsAndNames' : 'shell.iconsOnly'), <WidthIcon size={18} />)}
          onClick={onToggleWidth}
        />
      </Named>
    </Stack>
  );
}

function GroupLabel({ children }: { children: string }) {
  return (
    children !== '' && (
      <Text size="xs" fw={600} c="dimmed" px="sm" mt="sm" mb={4}>
        {children}
      </Text>
    )
  );
}

/** What has an icon alone tells its name where it is pointed at, and by the keyboard. */
function Named({ name, isNarrow, children }: { name: string; isNarrow: boolean; children: ReactNode }) {
  return (
    <Tooltip
      label={name}
      position="right"
      disabled={!isNarrow}
      events={{ hover: true, focus: true, touch: false }}
    >
      {children}
    </Tooltip>
  );
}
