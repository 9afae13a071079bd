import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindFirst } from './bind-first.ts';

interface Clock {
  readonly hour: number;
}

const hourIn = ({ hour }: Clock, zone: number) => hour + zone;
const greet = async ({ hour }: Clock & { readonly name: string }, ...others: string[]) =>
  `${hour}: ${others.join(' and ')}`;

test('a bound function is called with what it works with, and what it is given', async () => {
  const bound = bindFirst({ hour: 9, name: 'bell' }, { hourIn, greet });
  assert.equal(bound.hourIn(2), 11);
  assert.equal(await bound.greet('Ann', 'Bob'), '9: Ann and Bob');
});

test('what a function works with has to be given, and its other arguments keep their types', () => {
  // @ts-expect-error there is no name
  bindFirst({ hour: 9 }, { greet });
  const bound = bindFirst({ hour: 9 }, { hourIn });
  // @ts-expect-error a zone is a number
  assert.equal(bound.hourIn('2'), '92');
});
