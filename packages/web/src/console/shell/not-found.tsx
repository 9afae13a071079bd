import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { MessageState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';

/** What an address shows that leads nowhere. */
export function NotFound() {
  useDocumentTitle(t('notFound.title'));
  return (
    <MessageState title={t('notFound.title')} text={t('notFound.text')} icon={IconFileOff}>
      <Button component={Link} to="/workspace" variant="light">
        {t('action.toWorkspace')}
      </Button>
    </MessageState>
  );
}
