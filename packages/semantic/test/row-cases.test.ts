import assert from 'node:assert/strict';
import { caseData, expectedOf, modelOf, readTopics, runCase } from './row-cases.ts';
import { onEveryEngine } from './support/test-engines.ts';

const test = onEveryEngine(caseData);

for (const { name, models, cases } of readTopics()) {
  const model = modelOf(models);
  for (const sample of cases) {
    test(`${name}: ${sample.title}`, async (database) => {
      assert.deepEqual(await runCase(database, model, sample), expectedOf(sample));
    });
  }
}
