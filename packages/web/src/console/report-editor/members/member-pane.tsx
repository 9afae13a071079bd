import { ActionIcon, Alert, Button, Menu, Select, Text, TextInput } from '@mantine/core';
import { IconDotsVertical, IconMathFunction, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../messages/report-editor-texts.ts';
import { useSurface } from '../../surface/surface.ts';
import { useEditorPreferences } from './editor-preferences.ts';
import { groupMembers, searchGroups } from './group-members.ts';
import { MemberGroups } from './member-groups.tsx';
import { canJoin, sourcesOf, type Model, type ModelMember } from '../../data-model/model-members.ts';
import { isChosen, namedMembers, type QueryDraft } from '../query/query-draft.ts';
import styles from '../fields/report-editor.module.css';

interface MemberPaneProps {
  model: Model;
  draft: QueryDraft;
  onToggle(member: ModelMember): void;
  onFilter(member: ModelMember): void;
  onClear(): void;
  /** Undefined where no fields can be added. */
  onCalculate: ((source: string) => void) | undefined;
  /** The calculated fields of the query itself. */
  calculated: Readonly<Record<string, unknown>>;
  onCalculation(name: string): void;
  onUncalculate(name: string): void;
}

/** What can be asked for: the members of one view, or of a cube and those that it is joined with. */
export function MemberPane({ model, draft, onToggle, onFilter, onClear, ...props }: MemberPaneProps) {
  const { onCalculate, calculated } = props;
  const { preferences, choose } = useEditorPreferences();
  const { shows } = useSurface();
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<string>();
  const named = namedMembers(draft);
  const used = sourcesOf(model, named);
  const source = model.sources.find(({ name }) => name === picked) ?? used[0] ?? model.sources[0];
  const groups = source ? groupMembers(model, source, preferences.isByCube) : [];
  const found = searchGroups(groups, search);
  if (!source) return <Text p="md">{t('members.noModel')}</Text>;
  const apart = used.find((other) => !canJoin(other, source));
  const hasFolders = source.isView && source.folders.length > 0;
  const nameOf = ({ name, title }: { name: string; title: string }) =>
    preferences.showsNames ? name : title;
  return (
    <section className={styles.pane} aria-label={t('members.title')}>
      <div className={styles.paneHead}>
        <Select
          className={styles.grow}
          size="sm"
          searchable
          allowDeselect={false}
          aria-label={t('members.source')}
          nothingFoundMessage={t('members.none')}
          value={source.name}
          data={model.sources.map((each) => ({ value: each.name, label: nameOf(each) }))}
          onChange={(name) => setPicked(name ?? undefined)}
        />
        {(shows.memberNames || (shows.groupByCube && hasFolders)) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={t('members.options')}>
                <IconDotsVertical size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {shows.memberNames && (
                <MenuSwitch
                  label={t('members.showNames')}
                  isOn={preferences.showsNames}
                  onSwitch={(showsNames) => choose({ showsNames })}
                />
              )}
              {shows.groupByCube && hasFolders && (
                <MenuSwitch
                  label={t('members.groupByCube')}
                  isOn={preferences.isByCube}
                  onSwitch={(isByCube) => choose({ isByCube })}
                />
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <TextInput
        size="sm"
        type="search"
        aria-label={t('members.search')}
        placeholder={t('members.search')}
        leftSection={<IconSearch size={15} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {onCalculate && (
        <Button
          size="compact-sm"
          variant="subtle"
          justify="flex-start"
          leftSection={<IconMathFunction size={15} />}
          disabled={apart !== undefined}
          onClick={() => onCalculate(source.name)}
        >
          {t('calculate.add')}
        </Button>
      )}
      {apart && (
        <Alert color="orange" p="xs" role="status">
          <Text size="sm">{t('members.apart', { source: source.title, other: apart.title })}</Text>
          <Button mt={6} size="compact-sm" variant="default" onClick={onClear}>
            {t('members.startOver')}
          </Button>
        </Alert>
      )}
      {found.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('members.none')}
        </Text>
      )}
      <MemberGroups
        groups={found}
        isOpen={search.trim() !== '' || found.length < 3}
        nameOf={nameOf}
        isChosen={(member) => isChosen(draft, member.name)}
        isDisabled={apart !== undefined}
        onToggle={onToggle}
        onFilter={onFilter}
        calculationOf={({ name }) =>
          Object.hasOwn(calculated, name)
            ? { onEdit: () => props.onCalculation(name), onRemove: () => props.onUncalculate(name) }
            : undefined
        }
      />
    </section>
  );
}

interface MenuSwitchProps {
  label: string;
  isOn: boolean;
  onSwitch(isOn: boolean): void;
}

function MenuSwitch({ label, isOn, onSwitch }: MenuSwitchProps) {
  return (
    <Menu.CheckboxItem checked={isOn} onChange={onSwitch}>
      {label}
    </Menu.CheckboxItem>
  );
}
