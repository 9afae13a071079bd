import { ActionIcon, Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import type { AppConfigResponse, CreatorMode, LocalizedValue } from '@oriel/contract';
import { shippedLocales } from '@oriel/embed';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useUpdateAppConfig } from '../api/app-config.ts';
import { SectionForm } from '../settings/section-form.tsx';
import { languageChoices } from './language-choices.ts';

const MAX_TITLE_LENGTH = 1000;

/** How the embedded application looks to viewers who may create content. */
export function CreatorForm({ config: { creatorMode } }: { config: AppConfigResponse }) {
  const saved = savedOf(creatorMode);
  const [edited, setEdited] = useState<typeof saved>();
  const update = useUpdateAppConfig();
  const shown = edited ?? saved;
  const { localizedTitles: titles } = shown;
  const change = (changed: Partial<typeof saved>) => setEdited({ ...shown, ...changed });
  const changeTitle = (index: number, changed: Partial<LocalizedValue>) =>
    change({ localizedTitles: titles.map((title, at) => (at === index ? { ...title, ...changed } : title)) });
  const unused = shippedLocales.filter((locale) => !titles.some((title) => title.locale === locale));
  return (
    <SectionForm
      title={t('account.creator.title')}
      hint={t('account.creator.hint')}
      isChanged={JSON.stringify(shown) !== JSON.stringify(saved)}
      mutation={update}
      onSave={() => update.mutate({ creatorMode: bodyOf(shown) }, { onSuccess: () => setEdited(undefined) })}
    >
      <Switch
        label={t('account.creator.showWorkspaceTitle')}
        checked={shown.showWorkspaceTitle}
        onChange={(event) => change({ showWorkspaceTitle: event.target.checked })}
      />
      <TextInput
        label={t('account.creator.workspaceTitle')}
        placeholder={t('account.creator.workspaceTitleDefault')}
        maxLength={MAX_NAME_LENGTH}
        disabled={!shown.showWorkspaceTitle}
        value={shown.workspaceTitle}
        onChange={(event) => change({ workspaceTitle: event.target.value })}
      />
      {shown.showWorkspaceTitle && (
        <Stack gap="xs" component="fieldset" m={0} p={0} bd={0} aria-label={t('account.creator.titles')}>
          {titles.map(({ locale, value }, index) => (
            <Group key={locale} gap="xs" align="end">
              <Select
                w={210}
                label={t('account.creator.language', { number: index + 1 })}
                allowDeselect={false}
                data={languageChoices([locale, ...unused])}
                value={locale}
                onChange={(chosen) => chosen !== null && changeTitle(index, { locale: chosen })}
              />
              <TextInput
                flex="1 1 140px"
                label={t('account.creator.titleIn', { number: index + 1 })}
                maxLength={MAX_TITLE_LENGTH}
                value={value}
                onChange={(event) => changeTitle(index, { value: event.target.value })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('account.creator.removeTitle', { number: index + 1 })}
                onClick={() => change({ localizedTitles: titles.filter((_title, at) => at !== index) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          ))}
          <Group>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              disabled={unused.length === 0}
              onClick={() => change({ localizedTitles: [...titles, { locale: unused[0] ?? '', value: '' }] })}
            >
              {t('account.creator.addTitle')}
            </Button>
          </Group>
        </Stack>
      )}
      <Switch
        label={t('account.creator.showSemanticSql')}
        description={t('account.creator.showSemanticSqlHint')}
        checked={shown.showSemanticSql}
        onChange={(event) => change({ showSemanticSql: event.target.checked })}
      />
    </SectionForm>
  );
}

/** What the form begins with. */
function savedOf(creatorMode: CreatorMode | null | undefined) {
  const { showWorkspaceTitle, workspaceTitle, localizedTitles, showSemanticSql } = creatorMode ?? {};
  return {
    showWorkspaceTitle: showWorkspaceTitle !== false,
    workspaceTitle: workspaceTitle ?? '',
    localizedTitles: localizedTitles ?? [],
    showSemanticSql: showSemanticSql !== false,
  };
}

/** Languages without a title have that of the account. */
function bodyOf({ workspaceTitle, localizedTitles, ...rest }: ReturnType<typeof savedOf>): CreatorMode {
  const titles = localizedTitles.filter(({ value }) => value.trim() !== '');
  return {
    ...rest,
    workspaceTitle: workspaceTitle.trim() === '' ? null : workspaceTitle.trim(),
    localizedTitles: titles.length === 0 ? null : titles,
  };
}
