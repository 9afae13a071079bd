import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconListTree } from '@tabler/icons-react';
import { FolderTree } from './folder-tree.tsx';
import { TrashLink } from './trash-link.tsx';
import styles from './folder-drawer.module.css';
import { t } from '../../../messages/console-texts.ts';

interface FolderDrawerProps {
  deploymentId: number;
  current: number | null;
  onChoose(folderId: number | null): void;
}

/** The folder tree on narrow screens: a button that opens a drawer. */
export function FolderDrawer({ deploymentId, current, onChoose }: FolderDrawerProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <ActionIcon
        hiddenFrom="sm"
        variant="default"
        size={36}
        aria-label={t('workspace.folders')}
        onClick={open}
      >
        <IconListTree size={18} />
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={close}
        title={t('workspace.folders')}
        size="84%"
        classNames={{ body: styles.body }}
      >
        <FolderTree
          deploymentId={deploymentId}
          current={current}
          onChoose={(id) => {
            close();
            onChoose(id);
          }}
        />
        <TrashLink />
      </Drawer>
    </>
  );
}
