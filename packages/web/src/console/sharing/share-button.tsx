import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';
import { useSurface } from '../surface/surface.ts';
import { ShareDialog } from './share-dialog.tsx';
import type { SharedItem } from './share-api.ts';

/** Opens the dialog that shares an item, for those who may manage it. */
export function ShareButton({ item, mayShare }: { item: SharedItem; mayShare: boolean }) {
  const [isOpen, dialog] = useDisclosure();
  const { shows } = useSurface();
  if (!mayShare || !shows.share) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconUserPlus size={16} />} onClick={dialog.open}>
        {t('action.share')}
      </Button>
      {isOpen && <ShareDialog item={item} onClose={dialog.close} />}
    </>
  );
}
