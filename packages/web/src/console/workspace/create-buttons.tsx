import { ActionIcon, Button, Group } from '@mantine/core';
import { IconFolderPlus, IconPlus } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';
import styles from './workspace-heading.module.css';

/** What can be made in the workspace. */
export type CreatedKind = 'folder' | 'workbook';
export type OnCreate = (kind: CreatedKind) => void;

const choices = [
  { kind: 'folder', name: 'action.newFolder', icon: IconFolderPlus, variant: 'default' },
  { kind: 'workbook', name: 'action.newWorkbook', icon: IconPlus, variant: 'light' },
] as const;

/** Makes a folder or a workbook; by pictures alone where the page is narrow. */
export function CreateButtons({ onCreate }: { onCreate: OnCreate }) {
  return (
    <>
      <Group visibleFrom="sm" gap="xs" wrap="nowrap" className={styles.action}>
        {choices.map(({ kind, name, icon: Icon, variant }) => (
          <Button
            key={kind}
            variant={variant}
            leftSection={<Icon size={16} />}
            onClick={() => onCreate(kind)}
          >
            {t(name)}
          </Button>
        ))}
      </Group>
      <Group hiddenFrom="sm" gap="xs" wrap="nowrap" className={styles.action}>
        {choices.map(({ kind, name, icon: Icon, variant }) => (
          <ActionIcon
            key={kind}
            variant={variant}
            size={36}
            aria-label={t(name)}
            onClick={() => onCreate(kind)}
          >
            <Icon size={18} />
          </ActionIcon>
        ))}
      </Group>
    </>
  );
}

/** The same below the words of an empty list. */
export function CreateChoices({ onCreate }: { onCreate: OnCreate | undefined }) {
  if (!onCreate) return null;
  return [...choices].reverse().map(({ kind, name, variant }) => (
    <Button key={kind} variant={variant} onClick={() => onCreate(kind)}>
      {t(name)}
    </Button>
  ));
}
