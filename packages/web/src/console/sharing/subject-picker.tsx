import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { AccessSubject } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { sentenceOf } from '../api/error-text.ts';
import { useSurface } from '../surface/surface.ts';
import { subjectKey, useSubjects } from './share-api.ts';
import { subjectHint, subjectName } from './subject-name.ts';

const TYPING_MS = 200;
const everybody: readonly AccessSubject[] = [
  { subjectType: 'ORGANIZATION' },
  { subjectType: 'ALL_EMBED_USERS' },
];

interface SubjectPickerProps {
  deploymentId: number;
  /** Whether something may be shared with a subject; default with each. */
  takes?(subject: AccessSubject): boolean;
  onAdd(subject: AccessSubject): void;
}

/** Everybody of an embed tenant as the server describes it; nobody until it has. */
function everybodyOf(embedTenant: string, found: readonly AccessSubject[] = []): readonly AccessSubject[] {
  return found.filter(
    ({ subjectType, embedTenantName }) => subjectType === 'EMBED_TENANT' && embedTenantName === embedTenant,
  );
}

function messageOf({ isFetching, error }: ReturnType<typeof useSubjects>): string {
  if (isFetching) return t('state.loading');
  return error ? sentenceOf(error) : t('share.nothingFound');
}

/** Finds whom to share with, by name or address. */
export function SubjectPicker({ deploymentId, takes = () => true, onAdd }: SubjectPickerProps) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), TYPING_MS);
  const found = useSubjects(deploymentId, asked);
  const { embedTenant } = useSurface();
  const own = useSubjects(deploymentId, embedTenant ?? '');
  const all = embedTenant === undefined ? everybody : everybodyOf(embedTenant, own.data?.items);
  const subjects = (asked === '' ? all : (found.data?.items ?? [])).filter(takes);
  const labelOf = (subject: AccessSubject) =>
    [subjectName(subject), subjectHint(subject, embedTenant)].filter(Boolean).join(' · ');
  return (
    <Select
      label={t('share.with')}
      placeholder={t('share.search')}
      data-autofocus
      searchable
      // Else the list lay over those who have access as soon as the dialog opens.
      openOnFocus={false}
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      nothingFoundMessage={messageOf(asked === '' ? own : found)}
      // The server has looked for the text already, in addresses as well.
      filter={({ options }) => options}
      data={subjects.map((subject) => ({ value: subjectKey(subject), label: labelOf(subject) }))}
      onChange={(value) => {
        const subject = subjects.find((each) => subjectKey(each) === value);
        setSearch('');
        if (subject) onAdd(subject);
      }}
    />
  );
}
