import { ActionIcon, UnstyledButton } from '@mantine/core';
import {
  IconAbc,
  IconBinaryTree,
  IconCalendar,
  IconCheck,
  IconFilter,
  IconFilterPlus,
  IconHash,
  IconPencil,
  IconSum,
  IconToggleLeft,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { t } from '../../messages/report-editor-texts.ts';
import type { MemberGroup } from './group-members.ts';
import type { ModelMember } from '../data-model/model-members.ts';
import styles from './report-editor.module.css';

interface MemberGroupsProps {
  groups: readonly MemberGroup[];
  /** Whether all of them are open, as those of a search are. */
  isOpen: boolean;
  isDisabled: boolean;
  nameOf(member: ModelMember): string;
  isChosen(member: ModelMember): boolean;
  onToggle(member: ModelMember): void;
  onFilter(member: ModelMember): void;
  /** Undefined for what is no calculated field of this query. */
  calculationOf(member: ModelMember): { onEdit(): void; onRemove(): void } | undefined;
}

/** Members in their groups. The arrow keys go from one to the next, and to the right to its filter. */
export function MemberGroups(props: MemberGroupsProps) {
  return (
    // The keys are those of the buttons within.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.members} onKeyDown={moveFocus}>
      {props.groups.map((group) => (
        <Group key={group.key} {...props} group={group} />
      ))}
    </div>
  );
}

function Group({ group, ...props }: MemberGroupsProps & { group: MemberGroup }) {
  const { title, kind, members, groups } = group;
  const rows = (
    <>
      {members.length > 0 && (
        <ul className={styles.memberList}>
          {members.map((member) => (
            <MemberRow key={member.name} member={member} {...props} />
          ))}
        </ul>
      )}
      {groups.map((inner) => (
        <Group key={inner.key} {...props} group={inner} />
      ))}
    </>
  );
  const heading = kind === 'calculated' ? t('calculate.group') : title;
  if (heading === undefined) return rows;
  return (
    <details
      key={String(props.isOpen)}
      className={styles.group}
      open={
        props.isOpen ||
        members.some((member) => props.isChosen(member)) ||
        kind === 'folder' ||
        kind === 'calculated'
      }
    >
      <summary>
        {kind === 'hierarchy' && <IconBinaryTree size={14} aria-label={t('members.hierarchy')} />}
        {heading}
      </summary>
      {rows}
    </details>
  );
}

function MemberRow({
  member,
  isDisabled,
  nameOf,
  isChosen,
  onToggle,
  onFilter,
  calculationOf,
}: MemberGroupsProps & { member: ModelMember }) {
  const isOn = isChosen(member);
  const name = nameOf(member);
  const calculation = calculationOf(member);
  return (
    <li className={styles.member} data-chosen={isOn || undefined} data-kind={member.kind}>
      <UnstyledButton
        className={styles.memberName}
        aria-pressed={isOn}
        disabled={isDisabled}
        title={member.description ?? member.name}
        data-member={member.name}
        onClick={() => onToggle(member)}
      >
        <TypeIcon member={member} />
        <span className={styles.memberText}>{name}</span>
        {isOn && <IconCheck size={14} aria-hidden="true" />}
      </UnstyledButton>
      {calculation && (
        <>
          <RowButton
            label={t('calculate.editOf', { member: name })}
            icon={IconPencil}
            onClick={calculation.onEdit}
          />
          <RowButton
            label={t('calculate.remove', { member: name })}
            icon={IconTrash}
            onClick={calculation.onRemove}
          />
        </>
      )}
      {member.kind !== 'segment' && (
        <RowButton
          label={t('members.filter', { member: name })}
          icon={IconFilterPlus}
          isDisabled={isDisabled}
          onClick={() => onFilter(member)}
        />
      )}
    </li>
  );
}

interface RowButtonProps {
  label: string;
  icon: Icon;
  isDisabled?: boolean;
  onClick(): void;
}

function RowButton({ label, icon: ButtonIcon, isDisabled = false, onClick }: RowButtonProps) {
  return (
    <ActionIcon
      className={styles.memberFilter}
      variant="subtle"
      color="gray"
      size="sm"
      disabled={isDisabled}
      aria-label={label}
      onClick={onClick}
    >
      <ButtonIcon size={14} />
    </ActionIcon>
  );
}

const icons: Readonly<Record<string, Icon>> = {
  string: IconAbc,
  number: IconHash,
  time: IconCalendar,
  boolean: IconToggleLeft,
  measure: IconSum,
  segment: IconFilter,
};

/** What kind of a member it is. */
function TypeIcon({ member }: { member: ModelMember }) {
  const Known = icons[member.kind === 'dimension' ? member.type : member.kind] ?? IconAbc;
  return <Known size={15} aria-label={typeText(member)} className={styles.typeIcon} />;
}

export function typeText({ kind, type }: Pick<ModelMember, 'kind' | 'type'>): string {
  if (kind === 'measure') return t('members.measure');
  if (kind === 'segment') return t('members.segment');
  if (type === 'number') return t('members.number');
  if (type === 'time') return t('members.time');
  return type === 'boolean' ? t('members.boolean') : t('members.string');
}

/** What the arrow keys, Home and End do among the buttons that can be seen. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, target } = event;
  if (!(target instanceof HTMLElement)) return;
  const row = target.closest('li');
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    if (!row) return;
    const buttons = [...row.querySelectorAll('button')];
    event.preventDefault();
    return buttons[key === 'ArrowRight' ? buttons.length - 1 : 0]?.focus();
  }
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('summary, [data-member]')].filter(
    (element) => element.checkVisibility() && !element.hasAttribute('disabled'),
  );
  const at = stops.indexOf(row?.querySelector<HTMLElement>('[data-member]') ?? target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[key];
  if (next === undefined) return;
  event.preventDefault();
  stops[Math.min(stops.length - 1, Math.max(0, next))]?.focus();
}
