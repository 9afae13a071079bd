import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate, parseCondition } from './policy-expression.ts';

const scope = {
  securityContext: { user: { 'is-staff': true, emails: ['Ada@Example.com'] }, tags: ['a', 'b'], age: 7 },
};

const values: [expression: string, value: unknown][] = [
  ['{ securityContext.user["is-staff"] }', true],
  ['{ securityContext.user.emails[0] }', 'Ada@Example.com'],
  ["{ securityContext.user.emails[0].toLowerCase().endsWith('@example.com') }", true],
  ['{ securityContext.tags.includes("b") and not securityContext.tags.includes("c") }', true],
  ["{ securityContext.age.startswith('7') }", false],
  ["{ securityContext.nobody.includes('a') }", false],
  ['{ securityContext.constructor }', undefined],
  ["{ 'a' in securityContext.tags }", true],
  ['{ (securityContext.age == 7) != false }', true],
];
for (const [expression, value] of values) {
  test(`${expression} is ${JSON.stringify(value)}`, () => {
    assert.equal(evaluate(parseCondition(expression), scope), value);
  });
}

const faults: [expression: string, words: RegExp][] = [
  ['{ securityContext.constructor() }', /no method constructor/],
  ['{ securityContext.tags.include("a") }', /no method include\. Did you mean includes\?/],
  ['{ securityContext.tags[a] }', /a text or a number must stand in the brackets/],
  ['{ securityContext.tags.includes("a" }', /closing parenthesis is missing/],
  ['{ securityContext.tags.trim().b }', /a method must follow the dot/],
];
for (const [expression, words] of faults) {
  test(`${expression} cannot be read`, () => {
    assert.throws(() => parseCondition(expression), words);
  });
}
