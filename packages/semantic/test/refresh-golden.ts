import { writeFileSync } from 'node:fs';
import { listExamples, pathOfSql, renderExample } from './support/golden-example.ts';
import { engines } from './support/test-engines.ts';

/** `npm run golden`: writes the SQL of every example anew; what changed shows in the diff. */
for (const { name: engine, open } of engines) {
  const database = await open();
  try {
    for (const name of listExamples())
      writeFileSync(pathOfSql(name, engine), await renderExample(name, database));
  } finally {
    await database.close();
  }
}
