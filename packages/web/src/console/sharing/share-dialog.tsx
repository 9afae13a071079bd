import { Stack, Text } from '@mantine/core';
import type { AccessSubject, ItemAccess, ItemAccessEntry } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { EntryList } from './entry-list.tsx';
import { subjectKey, useItemAccess, useShare, type SharedItem } from './share-api.ts';
import { ShareActions, ShareDialogFrame } from './share-dialog-frame.tsx';
import { SubjectPicker } from './subject-picker.tsx';

interface ShareDialogProps {
  item: SharedItem;
  onClose(): void;
}

/** Who reaches an item, and what each may do with it; saved together. */
export function ShareDialog({ item, onClose }: ShareDialogProps) {
  const access = useItemAccess(item);
  return (
    <ShareDialogFrame title={t('share.title', { name: item.name })} access={access} onClose={onClose}>
      {(known) => <ShareForm item={item} access={known} onClose={onClose} />}
    </ShareDialogFrame>
  );
}

function ShareForm({ item, access, onClose }: ShareDialogProps & { access: ItemAccess }) {
  const [direct, setDirect] = useState<readonly ItemAccessEntry[]>(() =>
    access.entries.filter(({ inheritedFrom }) => inheritedFrom == null),
  );
  const share = useShare(item);
  const given = new Set(direct.map(subjectKey));
  const inherited = access.entries.filter(
    (entry) => entry.inheritedFrom != null && !given.has(subjectKey(entry)),
  );
  const add = (subject: AccessSubject) => {
    if (!given.has(subjectKey(subject))) setDirect([...direct, { ...subject, level: 'read' }]);
  };
  const change = (entry: ItemAccessEntry, level: ItemAccessEntry['level'] | undefined) =>
    setDirect(
      direct.flatMap((each) => (each !== entry ? each : level === undefined ? [] : { ...each, level })),
    );
  return (
    <Stack>
      <SubjectPicker deploymentId={item.deploymentId} onAdd={add} />
      {access.owner && (
        <Text size="sm" c="dimmed">
          {t('share.owner', { owner: access.owner.firstName ?? access.owner.email })}
        </Text>
      )}
      <EntryList label={t('share.direct')} entries={direct} none={t('share.nobody')} onChange={change} />
      {inherited.length > 0 && <EntryList label={t('share.inherited')} entries={inherited} />}
      <ShareActions
        share={share}
        onSave={() => share.mutate(direct, { onSuccess: onClose })}
        onClose={onClose}
      />
    </Stack>
  );
}
