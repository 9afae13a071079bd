import { after, before, describe } from 'node:test';
import { testDialect } from './trino-dialect.ts';
import { testEngine } from './trino-engine.ts';
import { testOutages } from './trino-outages.ts';
import { testReading } from './trino-reading.ts';
import { testSchema } from './trino-schema.ts';
import { whyNoTrino } from './trino-server.ts';
import { testRows, testTpchOfTrino } from './trino-rows.ts';
import { testSignIn } from './trino-sign-in.ts';
import { testValues } from './trino-values.ts';
import { openTrinoWorld, type TrinoWorld } from './trino-world.ts';

// One file, for the server takes seconds to start and a gigabyte of memory.
describe('Trino', { skip: whyNoTrino() }, () => {
  let opened: TrinoWorld;
  before(async () => {
    opened = await openTrinoWorld();
    await opened.execute('CREATE TABLE memory.default.kept AS SELECT 1 AS n');
    await opened.untilRead('SELECT n FROM kept');
  });
  after(() => opened.close());
  const world = () => opened;
  testValues(world);
  testReading(world);
  testSchema(world);
  testDialect(world);
  testRows(world);
  testTpchOfTrino(world);
  testEngine(world);
  testSignIn(world);
  testOutages(world);
});
