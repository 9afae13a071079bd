import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { hasOpenssl } from '../certificates.ts';
import { testConnections } from './connections.ts';
import { testDialect } from './dialect.ts';
import { testFaults } from './faults.ts';
import { createMySqlWorld, type MySqlWorld } from './mysql-world.ts';
import { testOutages } from './outages.ts';
import { testReading } from './reading.ts';
import { testRefusals } from './refusals.ts';
import { testSchema } from './schema.ts';
import { findServer } from './server-programs.ts';
import { testStopping } from './stopping.ts';
import { testValues } from './values.ts';

// One server for all of it: starting one takes longer than most of the tests.
for (const flavour of ['mariadb', 'mysql'] as const) {
  const programs = findServer(flavour);
  const isMissing = typeof programs === 'string';
  const skip = isMissing
    ? programs
    : hasOpenssl()
      ? false
      : 'openssl makes the certificates, and is not installed';
  describe(flavour, { skip }, () => {
    let world: MySqlWorld | undefined;
    before(async () => {
      assert.ok(!isMissing);
      world = await createMySqlWorld(programs);
    });
    after(() => world?.close());
    const get = () => {
      assert.ok(world);
      return world;
    };
    testValues(get);
    testReading(get);
    testSchema(get);
    testStopping(get);
    testRefusals(get);
    testFaults(get);
    testConnections(get);
    testDialect(get);
    testOutages(get);
  });
}
