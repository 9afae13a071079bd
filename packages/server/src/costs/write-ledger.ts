import { parseArgs } from 'node:util';
import type { Costs } from './costs.ts';
import { createCostWorld } from './cost-world.ts';
import { readLedger, compareCosts, writeLedger } from './ledger.ts';
import { costlyOperations } from './measured-operations.ts';

/**
 * `npm run costs`: what differs from the ledger. `--write` writes it anew; `--show TEXT` measures the operations with a text in
 * their names alone, and prints their statements.
 */
const { values: options } = parseArgs({
  options: { write: { type: 'boolean', default: false }, show: { type: 'string' } },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const world = await createCostWorld();
try {
  const measured: Record<string, Costs> = {};
  const ledger = await readLedger();
  for (const [name, prepare] of Object.entries(costlyOperations)) {
    if (options.show !== undefined && !name.includes(options.show)) continue;
    measured[name] = await world.measure(await prepare(world));
    for (const line of compareCosts(name, ledger[name], measured[name])) print(line);
    if (options.show !== undefined)
      for (const text of world.lastTexts) print(`${name}: ${text.replaceAll(/\s+/g, ' ')}`);
  }
  if (options.write && options.show === undefined) await writeLedger(measured);
} finally {
  await world.close();
}
