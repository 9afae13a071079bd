import { Button, Group, Input, Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { DateField } from '../elements/date-field.tsx';
import { isNarrowed, useAgentsOfAccount, type UsageFilter } from './language-model-api.ts';

interface UsageFilterFormProps {
  readonly filter: UsageFilter;
  onChange(filter: UsageFilter): void;
}

/** After so long without a key the list is asked for. */
const TYPING_MS = 300;

/** Narrows the usage to people, an agent, and days in UTC. */
export function UsageFilterForm({ filter, onChange }: UsageFilterFormProps) {
  const agents = useAgentsOfAccount();
  const { search, agentId, from, to } = filter;
  const options = (agents.data ?? []).map(({ id, label }) => ({ value: String(id), label }));
  const set = (changes: UsageFilter) => onChange({ ...filter, ...changes });
  return (
    <Group align="flex-end" gap="sm" mb="sm">
      <PersonField search={search} onSearch={(text) => set({ search: text })} />
      <Select
        flex="1 1 140px"
        label={t('ai.usage.column.agent')}
        placeholder={t('ai.usage.filter.everyAgent')}
        data={options}
        value={agentId === undefined ? null : String(agentId)}
        clearable
        searchable
        onChange={(value) => set({ agentId: value === null ? undefined : Number(value) })}
      />
      {/* A period stays together. */}
      <Group gap="sm" wrap="nowrap" flex="1 1 270px">
        <Input.Wrapper flex="1 1 0" label={t('ai.usage.filter.from')} labelElement="div">
          <DateField
            label={t('ai.usage.filter.from')}
            value={from ?? ''}
            max={to}
            onChange={(day) => set({ from: day ?? undefined })}
          />
        </Input.Wrapper>
        <Input.Wrapper flex="1 1 0" label={t('ai.usage.filter.to')} labelElement="div">
          <DateField
            label={t('ai.usage.filter.to')}
            value={to ?? ''}
            min={from}
            onChange={(day) => set({ to: day ?? undefined })}
          />
        </Input.Wrapper>
      </Group>
      {isNarrowed(filter) && (
        <Button variant="subtle" onClick={() => onChange({})}>
          {t('ai.usage.filter.clear')}
        </Button>
      )}
    </Group>
  );
}

/** A part of a name, which is taken over when nobody types any more. */
function PersonField({
  search = '',
  onSearch,
}: {
  readonly search: string | undefined;
  onSearch(search: string | undefined): void;
}) {
  const [text, setText] = useState(search);
  useEffect(() => setText(search), [search]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === search) return undefined;
    const timer = setTimeout(() => onSearch(wanted === '' ? undefined : wanted), TYPING_MS);
    return () => clearTimeout(timer);
    // What is done with the text may be another function with each drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, search]);
  return (
    <TextInput
      flex="1 1 140px"
      type="search"
      label={t('ai.usage.column.person')}
      placeholder={t('ai.usage.filter.person')}
      maxLength={255}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}
