import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FolderLevel } from './folder-levels.ts';
import { treeAction, type TreeAction } from './tree-keys.ts';
import { treeRows, type FolderRow } from './tree-rows.ts';

const level = (folders: [number, string][], overrides: Partial<FolderLevel> = {}): FolderLevel => ({
  folders: folders.map(([id, name]) => ({ id, name, canEdit: true })),
  isComplete: true,
  hasFailed: false,
  isLoading: false,
  retry: () => {},
  ...overrides,
});

// Workspace > (Finance > (Budget, Board), Sales); Budget and Sales are closed, Board is open and empty.
const open = new Set<number | null>([null, 1, 12]);
const levels = new Map<number | null, FolderLevel>([
  [
    null,
    level([
      [1, 'Finance'],
      [2, 'Sales'],
    ]),
  ],
  [
    1,
    level([
      [11, 'Budget'],
      [12, 'Board'],
    ]),
  ],
  [12, level([])],
]);
const rows = treeRows(levels, (id) => open.has(id), 'Workspace');
const folders = rows.filter((row): row is FolderRow => row.kind === 'folder');
const press = (focused: number | null, key: string): TreeAction | undefined =>
  treeAction(folders, focused, key);

test('rows stand in the order in which they are seen, with their level and their place in it', () => {
  assert.deepEqual(
    folders.map(({ name, level, position, setSize }) => [name, level, position, setSize]),
    [
      ['Workspace', 1, 1, 1],
      ['Finance', 2, 1, 2],
      ['Budget', 3, 1, 2],
      ['Board', 3, 2, 2],
      ['Sales', 2, 2, 2],
    ],
  );
});

test('a level that is not loaded to its end says so, and how far it is', () => {
  const [note] = treeRows(
    new Map([[null, level([[1, 'A']], { isComplete: false, isLoading: true })]]),
    () => true,
    'Workspace',
  ).slice(-1);
  assert.deepEqual(note, { kind: 'note', parentId: null, level: 2, state: 'loading', loaded: 1 });
});

test('a level that could not be loaded says so', () => {
  const failed = level([], { isComplete: false, hasFailed: true });
  assert.equal(treeRows(new Map([[null, failed]]), () => true, 'Workspace').at(-1)?.kind, 'note');
});

test('up and down walk what is seen, home and end go to its ends, none beyond them', () => {
  assert.deepEqual(press(12, 'ArrowDown'), { kind: 'focus', id: 2 });
  assert.deepEqual(press(2, 'ArrowUp'), { kind: 'focus', id: 12 });
  assert.deepEqual(press(12, 'Home'), { kind: 'focus', id: null });
  assert.deepEqual(press(null, 'End'), { kind: 'focus', id: 2 });
  assert.equal(press(2, 'ArrowDown'), undefined);
  assert.equal(press(null, 'ArrowUp'), undefined);
});

test('right opens a closed folder, enters an open one, and does nothing on one without folders', () => {
  assert.deepEqual(press(11, 'ArrowRight'), { kind: 'open', id: 11 });
  assert.deepEqual(press(1, 'ArrowRight'), { kind: 'focus', id: 11 });
  assert.equal(press(12, 'ArrowRight'), undefined);
});

test('left closes an open folder, and goes to the one around it from a closed or an empty one', () => {
  assert.deepEqual(press(1, 'ArrowLeft'), { kind: 'close', id: 1 });
  assert.deepEqual(press(11, 'ArrowLeft'), { kind: 'focus', id: 1 });
  assert.deepEqual(press(12, 'ArrowLeft'), { kind: 'focus', id: 1 });
});

test('Enter and Space choose', () => {
  assert.deepEqual(press(2, 'Enter'), { kind: 'choose', id: 2 });
  assert.deepEqual(press(2, ' '), { kind: 'choose', id: 2 });
});

test('a letter goes to the next folder that begins with it, around the end', () => {
  assert.deepEqual(press(11, 'b'), { kind: 'focus', id: 12 });
  assert.deepEqual(press(12, 'B'), { kind: 'focus', id: 11 });
  assert.equal(press(12, 'x'), undefined);
});
