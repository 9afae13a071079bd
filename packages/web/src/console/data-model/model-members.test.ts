import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberChoices } from './member-choices.ts';
import { readModel } from './model-members.ts';

const model = readModel({
  cubes: [
    {
      name: 'air_traffic',
      type: 'view',
      title: 'Flights of the airline',
      dimensions: [
        { name: 'air_traffic.origin_city', shortTitle: 'City', type: 'string' },
        { name: 'air_traffic.target_city', shortTitle: 'City', type: 'string' },
        { name: 'air_traffic.departure', shortTitle: 'Departure', type: 'time' },
        { name: 'air_traffic.secret', shortTitle: 'Secret', type: 'string', isVisible: false },
      ],
      measures: [{ name: 'air_traffic.count', shortTitle: 'Flights', type: 'number' }],
    },
    { name: 'fares', title: 'Fares', measures: [{ name: 'fares.count', type: 'number' }] },
    {
      name: 'fares_old',
      title: 'Fares',
      dimensions: [{ name: 'fares_old.class', shortTitle: 'Class', type: 'string' }],
    },
  ],
});

test('dimensions are offered under the titles of the model, and those of one title are told apart', () => {
  assert.deepEqual(
    memberChoices(model, ({ kind }) => kind === 'dimension'),
    [
      {
        group: 'Flights of the airline',
        items: [
          { value: 'air_traffic.origin_city', label: 'City (Origin city)' },
          { value: 'air_traffic.target_city', label: 'City (Target city)' },
          { value: 'air_traffic.departure', label: 'Departure' },
        ],
      },
      { group: 'Fares (Fares old)', items: [{ value: 'fares_old.class', label: 'Class' }] },
    ],
  );
});

test('a choice may be of some dimensions alone', () => {
  assert.deepEqual(
    memberChoices(model, ({ type }) => type === 'time'),
    [
      {
        group: 'Flights of the airline',
        items: [{ value: 'air_traffic.departure', label: 'Departure' }],
      },
    ],
  );
});
