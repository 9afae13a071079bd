import { Stack, Switch, Text } from '@mantine/core';
import type { AccessSubject, ChatThread, ChatThreadAccess, ChatThreadAccessResponse } from '@oriel/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t as ofChat } from '../../messages/chat-texts.ts';
import { client } from '../api/api.ts';
import { SubjectList } from '../sharing/entry-list.tsx';
import { subjectKey } from '../sharing/share-api.ts';
import { ShareActions, ShareDialogFrame } from '../sharing/share-dialog-frame.tsx';
import { SubjectPicker } from '../sharing/subject-picker.tsx';

interface ThreadShareDialogProps {
  readonly thread: ChatThread;
  /** Whether the viewer is told of users and groups; else they share with everybody or nobody. */
  readonly canFindReaders: boolean;
  onClose(): void;
}

/** Who reads a thread beside its owner; saved together. */
export function ThreadShareDialog({ thread, canFindReaders, onClose }: ThreadShareDialogProps) {
  const access = useQuery({
    queryKey: ['chat-thread-access', thread.deploymentId, thread.id],
    queryFn: () => client.call('getChatThreadAccess', { params: paramsOf(thread) }),
    // A decision rests on what holds now.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <ShareDialogFrame title={ofChat('shareTitle', { title: thread.title })} access={access} onClose={onClose}>
      {(known) => <ThreadShareForm {...{ thread, canFindReaders, onClose }} access={known} />}
    </ShareDialogFrame>
  );
}

function ThreadShareForm({
  thread,
  canFindReaders,
  access,
  onClose,
}: ThreadShareDialogProps & { readonly access: ChatThreadAccessResponse }) {
  const [readers, setReaders] = useState<readonly AccessSubject[]>(() => [
    ...(access.organization ? [EVERYBODY] : []),
    ...access.subjects,
  ]);
  const share = useMutation({
    mutationFn: () =>
      client.call('updateChatThreadAccess', { params: paramsOf(thread), body: accessOf(readers) }),
    onSuccess: onClose,
  });
  const has = (subject: AccessSubject) => readers.some((each) => subjectKey(each) === subjectKey(subject));
  const remove = (subject: AccessSubject) =>
    setReaders(readers.filter((each) => subjectKey(each) !== subjectKey(subject)));
  const add = (subject: AccessSubject) => {
    if (!has(subject)) setReaders([...readers, subject]);
  };
  const listed = canFindReaders
    ? readers
    : readers.filter(({ subjectType }) => subjectType !== 'ORGANIZATION');
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {ofChat('shareHint')}
      </Text>
      {canFindReaders ? (
        <SubjectPicker deploymentId={thread.deploymentId} takes={isReader} onAdd={add} />
      ) : (
        <EverybodySwitch
          checked={has(EVERYBODY)}
          onChange={(isOn) => (isOn ? add(EVERYBODY) : remove(EVERYBODY))}
        />
      )}
      {(canFindReaders || listed.length > 0) && (
        <SubjectList
          label={ofChat('shareReaders')}
          subjects={listed}
          none={ofChat('shareNobody')}
          onRemove={remove}
        />
      )}
      <ShareActions share={share} onSave={() => share.mutate()} onClose={onClose} />
    </Stack>
  );
}

interface EverybodySwitchProps {
  readonly checked: boolean;
  onChange(checked: boolean): void;
}

/** In place of a search that would be refused. */
function EverybodySwitch({ checked, onChange }: EverybodySwitchProps) {
  const hintId = useId();
  return (
    <Stack gap="xs">
      <Text size="sm" id={hintId}>
        {ofChat('shareEverybodyAlone')}
      </Text>
      <Switch
        label={ofChat('shareEverybody')}
        aria-describedby={hintId}
        data-autofocus
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </Stack>
  );
}

const EVERYBODY: AccessSubject = { subjectType: 'ORGANIZATION' };

/** Threads are for users of the account. */
const isReader = ({ subjectType }: AccessSubject) =>
  subjectType === 'USER' || subjectType === 'GROUP' || subjectType === 'ORGANIZATION';

function accessOf(readers: readonly AccessSubject[]): ChatThreadAccess {
  const idsOf = (type: AccessSubject['subjectType']) =>
    readers.flatMap(({ subjectType, subjectId }) =>
      subjectType === type && subjectId != null ? [subjectId] : [],
    );
  return {
    organization: readers.some(({ subjectType }) => subjectType === 'ORGANIZATION'),
    userIds: idsOf('USER'),
    groupIds: idsOf('GROUP'),
  };
}

const paramsOf = ({ deploymentId, id }: ChatThread) => ({ deploymentId, chatThreadId: id });
