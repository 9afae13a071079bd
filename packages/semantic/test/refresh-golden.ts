import { writeFileSync } from 'node:fs';
import { listExamples, pathOfSql, renderExample } from './golden-example.ts';

/** `npm run golden`: writes the SQL of every example anew; what changed shows in the diff. */
for (const name of listExamples()) writeFileSync(pathOfSql(name), await renderExample(name));
