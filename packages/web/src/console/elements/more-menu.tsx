import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';

/** Something that can be done with what a page shows. */
export interface MoreAction {
  readonly label: string;
  readonly icon: Icon;
  readonly isDisabled?: boolean;
  onClick(): void;
}

interface MoreMenuProps {
  actions: readonly MoreAction[];
  isLoading?: boolean;
}

/** The menu at the end of a row of buttons, with what they leave; nothing where that is nothing. */
export function MoreMenu({ actions, isLoading = false }: MoreMenuProps) {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('editing.more')} loading={isLoading}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: ActionSign, isDisabled = false, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={<ActionSign size={16} />}
            disabled={isDisabled}
            onClick={() => onClick()}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
