import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { actionPayloads } from '../src/protocol/actions.ts';
import { errorAdvice } from '../src/machines/error-advice.ts';
import { eventPayloads } from '../src/protocol/events.ts';
import {
  embedStateNames,
  stepEmbed,
  type EmbedState,
  type EmbedStep,
} from '../src/machines/embed-machine.ts';
import { hostStateNames, stepHost, type HostState, type HostStep } from '../src/machines/host-machine.ts';
import { embedInputs, embedStates, hostInputs, hostStates } from './protocol-samples.ts';

const specification = readFileSync(new URL('../SPEC.md', import.meta.url), 'utf8');

type Table = Record<string, Record<string, string>>;

/** The transition table of a section: the one with an empty first heading cell. */
function readTable(heading: string): Table {
  const section = specification.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const lines = section.split('\n');
  const start = lines.findIndex((line) => /^\| +\| /.test(line));
  const rows = lines.slice(
    start,
    lines.findIndex((line, index) => index > start && !line.startsWith('|')),
  );
  const [inputs = [], , ...states] = rows.map(readCells);
  return Object.fromEntries(
    states.map(([state = '', ...cells]) => [
      state,
      Object.fromEntries(cells.map((cell, index) => [inputs[index + 1] ?? '', cell])),
    ]),
  );
}

const readCells = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));

interface Before {
  readonly name: string;
  readonly heldEvents?: readonly unknown[];
  readonly heldActions: readonly unknown[];
}

/** A step in the words of the tables: `next state: effects`. */
function describe(before: Before, step: EmbedStep | HostStep): string {
  const after: Before = step.state;
  const held = [
    ...holding('event', before.heldEvents, after.heldEvents),
    ...holding('action', before.heldActions, after.heldActions),
  ];
  const isDiscard = after.name === 'closed' && before.heldActions.length > 0;
  const words = [...held, ...(isDiscard ? ['discard'] : []), ...step.effects.map(nameEffect)];
  return words.length === 0 ? after.name : `${after.name}: ${words.join(', ')}`;
}

function nameEffect(effect: { kind: string; event?: { type: string } }): string {
  return effect.kind === 'post' && effect.event?.type === 'ready' ? 'post ready' : effect.kind;
}

function holding(what: string, before: readonly unknown[] = [], after: readonly unknown[] = []): string[] {
  return after.length > before.length ? [`hold ${what}`] : [];
}

function tableOf<S extends Before, I>(
  states: Record<string, S>,
  inputs: Record<string, I>,
  step: (state: S, input: I) => EmbedStep | HostStep,
): Table {
  return Object.fromEntries(
    Object.entries(states).map(([name, state]) => [
      name,
      Object.fromEntries(
        Object.entries(inputs).map(([kind, input]) => [kind, describe(state, step(state, input))]),
      ),
    ]),
  );
}

test('the embed end does what the table of the specification says, in every state for every input', () => {
  assert.deepEqual(
    tableOf<EmbedState, (typeof embedInputs)[keyof typeof embedInputs]>(embedStates, embedInputs, stepEmbed),
    readTable('2.'),
  );
  assert.deepEqual(Object.keys(readTable('2.')), [...embedStateNames]);
});

test('the host end does what the table of the specification says, in every state for every input', () => {
  assert.deepEqual(
    tableOf<HostState, (typeof hostInputs)[keyof typeof hostInputs]>(hostStates, hostInputs, stepHost),
    readTable('3.'),
  );
  assert.deepEqual(Object.keys(readTable('3.')), [...hostStateNames]);
});

test('every invariant of the specification names tests that exist', () => {
  const files = [
    '../src/machines/embed-machine.test.ts',
    '../src/machines/host-machine.test.ts',
    '../src/protocol/read-message.test.ts',
    './browser/two-origins.test.ts',
    '../../../e2e/src/embedding/embed-session.test.ts',
    '../../../e2e/src/embedding/embed-protocol.test.ts',
    '../../../e2e/src/embedding/embed-private.test.ts',
    '../../../e2e/src/embedding/embed-refused-origins.test.ts',
    '../../../e2e/src/embedding/embed-session-surfaces.test.ts',
    '../../../e2e/src/dashboards/dashboard-apps.test.ts',
    '../../server/src/embedding/dashboard-apps/dashboard-apps.test.ts',
    '../../server/src/embedding/refused-origins/refused-origins.test.ts',
  ];
  const sources = files.map((path) => readFileSync(new URL(path, import.meta.url), 'utf8')).join('\n');
  for (const invariant of specification.split(/^(?=\d+\. )/m).slice(1)) {
    const titles = [...invariant.matchAll(/"([^"]+)"/g)].map(([, title = '']) =>
      title.replaceAll(/\s+/g, ' '),
    );
    assert.notEqual(titles.length, 0, `no test is named by: ${invariant}`);
    for (const title of titles) assert.ok(titlesOf(sources).includes(title), `no test is called "${title}"`);
  }
});

/** The titles of tests; one that is made for each surface stands behind its kind. */
const titlesOf = (sources: string) =>
  [...sources.matchAll(/test\(\s*['`](?:\$\{kind\}: )?([^'`]+)['`]/g)].map(([, title]) => title);

/** The fields of each name, in the words of section 7. */
function fieldsOf(payloads: Record<string, { shape: Record<string, object> }>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payloads).map(([name, { shape }]) => [
      name,
      Object.entries(shape)
        .map(([field, check]) => `${field}${'optional' in check ? '?' : ''}`)
        .join(' '),
    ]),
  );
}

test('the tables of events and actions have every name with every field', () => {
  const section = specification.split(/^## /m).find((part) => part.startsWith('7.')) ?? '';
  const tableUnder = (heading: string) => {
    const lines = section.split('\n');
    const start = lines.findIndex((line) => readCells(line)[0] === heading);
    const rows = lines.slice(
      start + 2,
      lines.findIndex((line, at) => at > start && line === ''),
    );
    return Object.fromEntries(rows.map(readCells).map(([name = '', names = '']) => [name, names]));
  };
  assert.deepEqual(tableUnder('event'), fieldsOf(eventPayloads));
  assert.deepEqual(tableUnder('action'), fieldsOf(actionPayloads));
});

test('the table of errors has every code with its advice', () => {
  const section = specification.split(/^### /m).find((part) => part.startsWith('Errors')) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  assert.deepEqual(Object.fromEntries(rows.map(readCells)), errorAdvice);
});
