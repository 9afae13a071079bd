import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFrameProblem } from './frame-problem.ts';

const frame = (attributes: Record<string, string>) => ({
  getAttribute: (name: string) => attributes[name] ?? null,
});
const problem = (attributes: Record<string, string>, isIsolated = false) =>
  findFrameProblem(frame(attributes), { isIsolated });

test('a sandbox must let scripts run, and keep their origin', () => {
  assert.equal(problem({}), undefined);
  assert.equal(problem({ sandbox: 'allow-downloads Allow-Scripts  allow-same-origin' }), undefined);
  assert.match(problem({ sandbox: 'allow-scripts' }) ?? '', /sandbox lacks allow-same-origin, /);
  assert.match(problem({ sandbox: '' }) ?? '', /sandbox lacks allow-scripts and allow-same-origin, /);
});

test('in an isolated page the frame must do without credentials', () => {
  assert.match(problem({}, true) ?? '', /needs the attribute credentialless/);
  assert.equal(problem({ credentialless: '' }, true), undefined);
});
