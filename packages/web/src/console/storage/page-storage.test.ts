import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPageStorage, type PageOwner } from './page-storage.ts';

/** A storage of a browser with room for so many characters. */
function createStorage(room = Infinity): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem(key, text) {
      if (key.length + text.length > room) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, text);
    },
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

const ada: PageOwner = { kind: 'user', id: '1' };
const bob: PageOwner = { kind: 'user', id: '11' };
const contentsOf = (...storages: Storage[]) =>
  storages.flatMap((storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '')),
  );

/** A browser with one tab; each call is a page that is loaded in it. */
function createTab(browser = createStorage(), tab = createStorage()) {
  return { tab, browser, load: () => createPageStorage({ tab, browser }) };
}

test('what is kept is there for its owner when the page is loaded again', () => {
  const { load } = createTab();
  const before = load();
  before.enter(ada);
  before.write('tab', 'edits 1', 'draft');
  before.write('browser', 'choice', '2');
  const after = load();
  assert.equal(after.read('tab', 'edits 1'), undefined, 'nobody is known yet');
  assert.equal(after.enter(ada), true);
  assert.deepEqual([after.read('tab', 'edits 1'), after.read('browser', 'choice')], ['draft', '2']);
  after.remove('tab', 'edits 1');
  assert.equal(after.read('tab', 'edits 1'), undefined);
});

test('nothing is left in storages and memory when the owner leaves, also of what others have written', () => {
  const { load, tab, browser } = createTab();
  const page = load();
  page.enter(ada);
  const unsaved = page.memory<string>({ edits: true });
  unsaved.set('report 1', 'secret');
  page.write('tab', 'edits 1', 'secret');
  tab.setItem('of a library', 'secret');
  browser.setItem('of a library', 'secret');
  browser.setItem('mantine-color-scheme-value', 'dark');
  assert.equal(page.hasEdits('edits'), true);
  page.leave({ isFinal: true });
  page.write('tab', 'edits 1', 'late');
  assert.deepEqual(contentsOf(tab, browser), ['dark']);
  assert.deepEqual(
    [unsaved.size, page.read('tab', 'edits 1'), page.hasEdits('edits')],
    [0, undefined, false],
  );
  assert.equal(page.enter(bob), false, 'a page that is about to go takes nobody in');
});

test('another user of the same browser finds nothing, also where the one before did not sign out', () => {
  for (const next of [bob, { kind: 'user', id: '1/x' } as const]) {
    const { load, tab, browser } = createTab();
    const before = load();
    before.enter(ada);
    before.write('tab', 'edits 1', 'secret');
    before.write('browser', 'choice', 'secret');
    const after = load();
    after.enter(next);
    assert.equal(after.read('tab', 'edits 1'), undefined);
    assert.deepEqual(contentsOf(tab, browser), [next.id]);
  }
});

test('a page that has shown one user takes in no other', () => {
  const { load } = createTab();
  const page = load();
  assert.equal(page.enter(ada), true);
  assert.equal(page.enter(ada), true);
  assert.equal(page.enter(bob), false);
});

test('other tabs know that their user was signed out, or another one in', () => {
  const browser = createStorage();
  const [first, second, third] = [1, 2, 3].map(() => createTab(browser).load());
  assert.ok(first && second && third);
  assert.equal(first.isStale(), false, 'nobody is shown');
  first.enter(ada);
  second.enter(ada);
  assert.equal(first.isStale(), false);
  second.leave({ isFinal: true });
  assert.equal(first.isStale(), true);
  third.enter(bob);
  first.leave({ isFinal: true });
  assert.equal(third.isStale(), false, 'who leaves late takes nothing of the next user');
});

test('viewers of embedded surfaces find nothing of each other, and leave users alone', () => {
  const { load, tab, browser } = createTab();
  const page = load();
  page.enter(ada);
  page.write('tab', 'edits 1', 'of the user');
  const viewer = load();
  viewer.enter({ kind: 'viewer', id: '1--7-' });
  viewer.write('tab', 'edits 1', 'of a viewer');
  viewer.write('browser', 'choice', 'of a viewer');
  const next = load();
  next.enter({ kind: 'viewer', id: '1--8-' });
  assert.equal(next.read('tab', 'edits 1'), undefined);
  assert.deepEqual(contentsOf(tab, browser), ['of the user', '1']);
  assert.equal(page.isStale(), false);
});

test('what is written before it is known who looks is theirs, and what does not fit stays as long as the page', () => {
  const { load } = createTab(createStorage(), createStorage(30));
  const page = load();
  page.write('browser', 'choice', '3');
  page.enter(ada);
  page.write('tab', 'edits 1', 'x');
  page.write('tab', 'edits 1', 'x'.repeat(100));
  assert.equal(page.read('tab', 'edits 1')?.length, 100);
  const after = load();
  after.enter(ada);
  assert.deepEqual([after.read('browser', 'choice'), after.read('tab', 'edits 1')], ['3', undefined]);
});

test('a browser that lends no storage keeps everything for as long as the page is open', () => {
  const page = createPageStorage({ tab: undefined, browser: undefined });
  page.enter(ada);
  page.write('browser', 'choice', '3');
  assert.equal(page.read('browser', 'choice'), '3');
  assert.equal(page.isStale(), false);
});

test('the language belongs to the device: it is known before its user, and stays when the user leaves', () => {
  const { load } = createTab();
  const page = load();
  assert.equal(page.language, undefined);
  page.enter(ada);
  page.language = 'de-AT';
  page.leave({ isFinal: true });
  const next = load();
  assert.equal(next.language, 'de-AT');
  next.enter(bob);
  assert.equal(next.language, 'de-AT');
  next.language = undefined;
  assert.equal(load().language, undefined);
});
