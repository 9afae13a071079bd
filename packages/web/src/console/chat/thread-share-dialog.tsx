import { Stack, Text } from '@mantine/core';
import type { AccessSubject, ChatThread, ChatThreadAccess, ChatThreadAccessResponse } from '@oriel/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t as ofChat } from '../../messages/chat-texts.ts';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api.ts';
import { SubjectList } from '../sharing/entry-list.tsx';
import { subjectKey } from '../sharing/share-api.ts';
import { ShareActions, ShareDialogFrame } from '../sharing/share-dialog-frame.tsx';
import { SubjectPicker } from '../sharing/subject-picker.tsx';

interface ThreadShareDialogProps {
  readonly thread: ChatThread;
  onClose(): void;
}

/** Who reads a thread beside its owner; saved together. */
export function ThreadShareDialog({ thread, onClose }: ThreadShareDialogProps) {
  const access = useQuery({
    queryKey: ['chat-thread-access', thread.deploymentId, thread.id],
    queryFn: () => client.call('getChatThreadAccess', { params: paramsOf(thread) }),
    // A decision rests on what holds now.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <ShareDialogFrame title={ofChat('shareTitle', { title: thread.title })} access={access} onClose={onClose}>
      {(known) => <ThreadShareForm thread={thread} access={known} onClose={onClose} />}
    </ShareDialogFrame>
  );
}

function ThreadShareForm({
  thread,
  access,
  onClose,
}: ThreadShareDialogProps & { readonly access: ChatThreadAccessResponse }) {
  const [readers, setReaders] = useState<readonly AccessSubject[]>(() => [
    ...(access.organization ? [{ subjectType: 'ORGANIZATION' } as const] : []),
    ...access.subjects,
  ]);
  const share = useMutation({
    mutationFn: () =>
      client.call('updateChatThreadAccess', { params: paramsOf(thread), body: accessOf(readers) }),
    onSuccess: onClose,
  });
  const known = new Set(readers.map(subjectKey));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {ofChat('shareHint')}
      </Text>
      <SubjectPicker
        deploymentId={thread.deploymentId}
        takes={isReader}
        onAdd={(subject) => !known.has(subjectKey(subject)) && setReaders([...readers, subject])}
      />
      <SubjectList
        label={t('share.direct')}
        subjects={readers}
        none={ofChat('shareNobody')}
        onRemove={(subject) => setReaders(readers.filter((each) => each !== subject))}
      />
      <ShareActions share={share} onSave={() => share.mutate()} onClose={onClose} />
    </Stack>
  );
}

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
