import { ActionIcon, UnstyledButton } from '@mantine/core';
import {
  IconAbc,
  IconBinaryTree,
  IconCalendar,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconFilter,
  IconFilterPlus,
  IconHash,
  IconPencil,
  IconSum,
  IconToggleLeft,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../../messages/report-editor-texts.ts';
import type { MemberGroup } from './group-members.ts';
import type { ModelMember } from '../../data-model/model-members.ts';
import { memberLines, nextLine } from './member-rows.ts';
import styles from '../fields/report-editor.module.css';

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

/** A list of so many lines is in the page as a whole; of a longer one the lines that are seen. */
const MAX_WHOLE = 150;
const OVERSCAN = 10;
const LINE_HEIGHT = 30;
const INDENT_PX = 10;

/** Members in their groups. The arrow keys go from one to the next, and to the right to its filter. */
export function MemberGroups(props: MemberGroupsProps) {
  const { groups, isOpen, isDisabled, isChosen } = props;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  // A search opens groups by itself, and leaves what was opened before it as it was.
  const keyOf = (group: MemberGroup) => `${isOpen} ${group.key}`;
  const lines = memberLines(
    groups,
    (group) => toggled.get(keyOf(group)) ?? (isOpen || isOpenAtFirst(group, isChosen)),
  );
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => list.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: lines.length > MAX_WHOLE ? OVERSCAN : MAX_WHOLE,
    // The line that has the focus stays, also where it is scrolled away.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return active >= range.count || seen.includes(active)
        ? seen
        : [...seen, active].toSorted((one, other) => one - other);
    },
  });
  const focusLine = (index: number) => {
    // It has to be in the page to be focused.
    flushSync(() => setActive(index));
    list.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-line]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = event.target instanceof HTMLElement && event.target.closest<HTMLElement>('[data-index]');
    if (!line) return;
    const { key } = event;
    if (key === 'ArrowRight' || key === 'ArrowLeft') {
      const buttons = [...line.querySelectorAll('button')];
      event.preventDefault();
      return buttons[key === 'ArrowRight' ? buttons.length - 1 : 0]?.focus();
    }
    const stops = [...lines.keys()].filter((index) => !isDisabled || lines[index]?.kind === 'heading');
    const next = nextLine(key, Number(line.dataset['index']), stops);
    if (next === undefined) return;
    event.preventDefault();
    focusLine(next);
  };
  return (
    // The keys are those of the buttons within.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={list} className={styles.members} onKeyDown={onKeyDown}>
      <ul className={styles.memberList} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              className={styles.line}
              data-index={index}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
              style={{
                transform: `translateY(${start}px)`,
                paddingInlineStart: INDENT_PX * Math.max(0, line.level - 1),
              }}
              onFocus={() => setActive(index)}
            >
              {line.kind === 'heading' ? (
                <Heading
                  group={line.group}
                  isOpen={line.isOpen}
                  onToggle={() =>
                    setToggled((before) => new Map(before).set(keyOf(line.group), !line.isOpen))
                  }
                />
              ) : (
                <MemberRow member={line.member} {...props} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const isOpenAtFirst = ({ kind, members }: MemberGroup, isChosen: (member: ModelMember) => boolean): boolean =>
  kind === 'folder' || kind === 'calculated' || members.some(isChosen);

interface HeadingProps {
  group: MemberGroup;
  isOpen: boolean;
  onToggle(): void;
}

function Heading({ group: { kind, title }, isOpen, onToggle }: HeadingProps) {
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <UnstyledButton className={styles.heading} aria-expanded={isOpen} data-line onClick={onToggle}>
      <Arrow size={14} aria-hidden="true" />
      {kind === 'hierarchy' && <IconBinaryTree size={14} aria-label={t('members.hierarchy')} />}
      {kind === 'calculated' ? t('calculate.group') : title}
    </UnstyledButton>
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
    <div className={styles.member} data-chosen={isOn || undefined} data-kind={member.kind}>
      <UnstyledButton
        className={styles.memberName}
        aria-pressed={isOn}
        disabled={isDisabled}
        title={member.description ?? member.name}
        data-member={member.name}
        data-line
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
    </div>
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

function typeText({ kind, type }: Pick<ModelMember, 'kind' | 'type'>): string {
  if (kind === 'measure') return t('members.measure');
  if (kind === 'segment') return t('members.segment');
  if (type === 'number') return t('members.number');
  if (type === 'time') return t('members.time');
  return type === 'boolean' ? t('members.boolean') : t('members.string');
}
