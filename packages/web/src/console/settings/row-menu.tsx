import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMenuFocus } from '../elements/use-menu-focus.ts';

/** Something that can be done with a row. */
interface RowAction {
  readonly label: string;
  /** Takes something away for good. */
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  onClick(): void;
}

/** The menu at the end of a row. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const { button, menu, dropdown } = useMenuFocus();
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" aria-label={label}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown {...dropdown}>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            disabled={action.isDisabled === true}
            {...(action.isDangerous === true && { color: 'red', c: 'red' })}
            onClick={() => action.onClick()}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
