import { Button } from '@mantine/core';
import type { UserAttribute } from '@oriel/contract';
import { IconPlus, IconTags } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { PageHeading } from '../settings/page-heading.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { MessageState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { AttributeDialog } from './attribute-dialog.tsx';
import { AttributeTable } from './attribute-table.tsx';
import { useAttributes } from './attributes-api.ts';

/** The attributes that access policies of data models read of a user. */
export function AttributesPage() {
  const attributes = useAttributes();
  const [dialog, setDialog] = useState<'create' | UserAttribute>();
  useDocumentTitle(t('attributes.title'));
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('create')}>
      {t('attributes.create')}
    </Button>
  );
  return (
    <div className={styles.page}>
      <PageHeading title={t('attributes.title')} hint={t('attributes.hint')}>
        {attributes.items && attributes.items.length > 0 && create}
      </PageHeading>
      <PagedList
        list={attributes}
        unloaded={t('attributes.unloaded')}
        empty={
          <MessageState icon={IconTags} title={t('attributes.none')} text={t('attributes.noneText')}>
            {create}
          </MessageState>
        }
      >
        {(items) => <AttributeTable attributes={items} onEdit={setDialog} />}
      </PagedList>
      {dialog === 'create' && <AttributeDialog onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && (
        <AttributeDialog attribute={dialog} onClose={() => setDialog(undefined)} />
      )}
    </div>
  );
}
