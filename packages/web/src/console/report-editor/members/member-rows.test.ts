import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelMember } from '../../data-model/model-members.ts';
import type { MemberGroup } from './group-members.ts';
import { memberLines, nextLine } from './member-rows.ts';

const member = (name: string): ModelMember => ({
  name,
  kind: 'dimension',
  type: 'string',
  title: name,
  description: undefined,
  source: 'orders',
  cube: 'orders',
  hasValues: true,
  granularities: [],
});
const group = (key: string, names: string[], rest: Partial<MemberGroup> = {}): MemberGroup => ({
  key,
  title: key,
  kind: 'folder',
  members: names.map(member),
  groups: [],
  ...rest,
});

const groups = [
  group('places', ['city'], { groups: [group('wide', ['state', 'city'])] }),
  group('rest', ['count'], { title: undefined, kind: 'rest' }),
];
const outline = (isOpen: (each: MemberGroup) => boolean) =>
  memberLines(groups, isOpen).map(({ kind, key, level }) => `${kind} ${level} ${key}`);

test('groups and their members are lines, and a member of two groups is told apart', () => {
  assert.deepEqual(
    outline(() => true),
    [
      'heading 0 places',
      'member 1 places city',
      'heading 1 wide',
      'member 2 wide state',
      'member 2 wide city',
      'member 0 rest count',
    ],
  );
});

test('a group that is closed has its heading alone, and members without a group are always there', () => {
  assert.deepEqual(
    outline(() => false),
    ['heading 0 places', 'member 0 rest count'],
  );
  assert.deepEqual(
    outline(({ key }) => key === 'places'),
    ['heading 0 places', 'member 1 places city', 'heading 1 wide', 'member 0 rest count'],
  );
});

test('arrow keys go along the lines that can be reached, and stop at the ends', () => {
  const lines = [0, 2, 5];
  assert.equal(nextLine('ArrowDown', 0, lines), 2);
  assert.equal(nextLine('ArrowDown', 5, lines), 5);
  assert.equal(nextLine('ArrowUp', 0, lines), 0);
  assert.equal(nextLine('End', 0, lines), 5);
  assert.equal(nextLine('Home', 5, lines), 0);
  assert.equal(nextLine('a', 0, lines), undefined);
  assert.equal(nextLine('ArrowDown', 0, []), undefined);
});
