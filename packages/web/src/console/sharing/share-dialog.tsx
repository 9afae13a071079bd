import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { AccessSubject, ItemAccess, ItemAccessEntry } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { sentenceOf } from '../error-text.ts';
import { LoadingState } from '../states.tsx';
import { EntryList } from './entry-list.tsx';
import { subjectKey, useItemAccess, useShare, type SharedItem } from './share-api.ts';
import { SubjectPicker } from './subject-picker.tsx';
import { Dialog } from '../dialog.tsx';

interface ShareDialogProps {
  item: SharedItem;
  onClose(): void;
}

/** Who reaches an item, and what each may do with it; saved together. */
export function ShareDialog({ item, onClose }: ShareDialogProps) {
  const access = useItemAccess(item);
  return (
    <Dialog onClose={onClose} title={t('share.title', { name: item.name })} size="lg">
      {access.data ? (
        <ShareForm item={item} access={access.data} onClose={onClose} />
      ) : access.isError ? (
        <Alert color="red" role="alert">
          {sentenceOf(access.error)}
        </Alert>
      ) : (
        <LoadingState />
      )}
    </Dialog>
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
      {share.isError && (
        <Alert color="red" role="alert">
          {sentenceOf(share.error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button loading={share.isPending} onClick={() => share.mutate(direct, { onSuccess: onClose })}>
          {t('share.save')}
        </Button>
      </Group>
    </Stack>
  );
}
