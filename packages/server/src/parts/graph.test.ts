import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Closers } from '../closers.ts';
import { give, startParts } from './graph.ts';
import type { None, UnhandledBy } from './handled-operations.ts';
import { input, part, type Part } from './part.ts';

/** A part that notes when it is made and closed. */
function noted(name: string, events: string[], needs: Record<string, Part> = {}): Part<string> {
  return part({
    name,
    needs,
    make() {
      events.push(`make ${name}`);
      return {
        provides: name,
        start: () => void events.push(`start ${name}`),
        close: () => void events.push(`close ${name}`),
      };
    },
  });
}

test('parts are made once and after their needs, started once all are made, and closed backwards', async () => {
  const events: string[] = [];
  const database = noted('database', events);
  const store = noted('store', events, { database });
  const api = noted('api', events, { database, store });
  const closers = new Closers(1_000);
  const graph = await startParts([api, store], { closers });
  assert.equal(graph.get(store), 'store');
  await closers.close();
  assert.deepEqual(events, [
    ...['database', 'store', 'api'].map((name) => `make ${name}`),
    ...['database', 'store', 'api'].map((name) => `start ${name}`),
    ...['api', 'store', 'database'].map((name) => `close ${name}`),
  ]);
});

test('a part gets what its needs provide, under the names that it has given them', async () => {
  const size = part({ name: 'size', needs: {}, make: () => ({ provides: 3 }) });
  const unit = part({ name: 'unit', needs: {}, make: async () => ({ provides: 'cm' }) });
  const label = part({
    name: 'label',
    needs: { value: size, unit },
    make: ({ value, unit }) => ({ provides: `${value.toFixed(1)} ${unit}` }),
  });
  const graph = await startParts([label], { closers: new Closers(1_000) });
  assert.equal(graph.get(label), '3.0 cm');
});

test('what is given stands for a part: neither it nor what it alone needs is made', async () => {
  const events: string[] = [];
  const disk = noted('disk', events);
  const database = noted('database', events, { disk });
  const api = part({ name: 'api', needs: { database }, make: (needed) => ({ provides: needed.database }) });
  const given = [give(database, 'given')];
  const graph = await startParts([api], { given, closers: new Closers(1_000) });
  assert.equal(graph.get(api), 'given');
  assert.deepEqual(events, []);
  assert.throws(() => graph.get(disk), /The server has no disk/);
});

test('an input that is not given is named; one with a default is not needed', async () => {
  const folder = input<string>('data folder');
  const wait = input('wait', () => 5);
  const api = part({ name: 'api', needs: { folder, wait }, make: ({ wait }) => ({ provides: wait }) });
  const closers = new Closers(1_000);
  await assert.rejects(startParts([api], { closers }), /The server was not given its data folder/);
  const graph = await startParts([api], { given: [give(folder, '/data')], closers });
  assert.equal(graph.get(api), 5);
});

test('parts that need each other are named in their order', async () => {
  const needs: Record<string, Part> = {};
  const one = part({ name: 'one', needs, make: () => ({}) });
  const other = part({ name: 'other', needs: { one }, make: () => ({}) });
  needs['other'] = other;
  await assert.rejects(
    startParts([other], { closers: new Closers(1_000) }),
    /Parts of the server need each other: other → one → other/,
  );
});

test('two parts of one name, and two that handle one operation, are refused', async () => {
  const [one, other] = [noted('store', []), noted('store', [])];
  await assert.rejects(
    startParts([one, other], { closers: new Closers(1_000) }),
    /Two parts of the server are named store/,
  );
  const handling = (name: string) =>
    part({ name, needs: {}, make: () => ({ operations: { getFolder: async () => undefined } }) });
  await assert.rejects(
    startParts([handling('folders'), handling('files')], { closers: new Closers(1_000) }),
    /The operation getFolder is handled by the parts folders and files/,
  );
});

test('where a part fails, those that were made before it can be closed, each whatever the others do', async () => {
  const events: string[] = [];
  const database = noted('database', events);
  const stubborn = part({
    name: 'stubborn',
    needs: { database },
    make: () => ({
      close() {
        throw new Error('Not now');
      },
    }),
  });
  const failing = part({
    name: 'failing',
    needs: { stubborn },
    make() {
      throw new Error('The port is in use');
    },
  });
  const closers = new Closers(1_000);
  await assert.rejects(startParts([failing], { closers }), /The port is in use/);
  await assert.rejects(closers.close(), /Not everything was stopped in order/);
  assert.deepEqual(events, ['make database', 'close database']);
});

test('what all parts offer reaches those that start with it, in the order of the parts', async () => {
  const metric = (name: string) =>
    part({ name, needs: {}, make: () => ({ limitations: [async () => name] }) });
  const told: (string | undefined)[] = [];
  const health = part({
    name: 'health',
    needs: {},
    make: () => ({
      async start({ limitations }) {
        for (const limitation of limitations) told.push(await limitation());
      },
    }),
  });
  await startParts([health, metric('disk'), metric('model')], { closers: new Closers(1_000) });
  assert.deepEqual(told, ['disk', 'model']);
});

test('operations that no part handles are told by their types', () => {
  const folders = part({
    name: 'folders',
    needs: {},
    make: () => ({ operations: { getFolder: async () => 1 } }),
  });
  const disk = part({ name: 'disk', needs: {}, make: () => ({ provides: 1 }) });
  const parts = [folders, disk] as const;
  const handled: None<UnhandledBy<typeof parts, { getFolder: unknown }>>[] = [];
  // @ts-expect-error -- `getReport` is handled by neither
  const unhandled: None<UnhandledBy<typeof parts, { getFolder: unknown; getReport: unknown }>>[] = [];
  assert.deepEqual([handled, unhandled, parts.length], [[], [], 2]);
});
