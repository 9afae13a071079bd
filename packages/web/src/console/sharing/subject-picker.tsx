import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { AccessSubject } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { sentenceOf } from '../error-text.ts';
import { useSurface } from '../surface.ts';
import { subjectKey, useSubjects } from './share-api.ts';
import { subjectHint, subjectName } from './subject-name.ts';

const TYPING_MS = 200;
const everybody: readonly AccessSubject[] = [
  { subjectType: 'ORGANIZATION' },
  { subjectType: 'ALL_EMBED_USERS' },
];

const everybodyOf = (embedTenantName: string): readonly AccessSubject[] => [
  { subjectType: 'EMBED_TENANT', embedTenantName, name: embedTenantName },
];

interface SubjectPickerProps {
  deploymentId: number;
  /** Whether something may be shared with a subject; default with each. */
  takes?(subject: AccessSubject): boolean;
  onAdd(subject: AccessSubject): void;
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
  const all = embedTenant === undefined ? everybody : everybodyOf(embedTenant);
  const subjects = (asked === '' ? all : (found.data?.items ?? [])).filter(takes);
  const labelOf = (subject: AccessSubject) =>
    [subjectName(subject), subjectHint(subject)].filter(Boolean).join(' · ');
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
      nothingFoundMessage={messageOf(found)}
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
