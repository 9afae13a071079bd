import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COST_NAMES, isAsWritten, type Costs } from './costs.ts';

/** What the ledger says of one operation. */
interface LedgerEntry extends Costs {
  /** Why the figures are what they are. */
  readonly reason: string;
  /** What some figures should become. */
  readonly goal?: Partial<Costs>;
}

/** What the operations cost, by their names. */
export type Ledger = Readonly<Record<string, LedgerEntry>>;

const FILE = join(import.meta.dirname, 'ledger.json');

/** Reads the ledger. */
export async function readLedger(): Promise<Ledger> {
  return JSON.parse(await readFile(FILE, 'utf8')) as Ledger;
}

/** Writes costs anew; reasons stay, and goals that are not reached. What the ledger does not know yet gets an empty reason. */
export async function writeLedger(measured: Readonly<Record<string, Costs>>): Promise<void> {
  const written = await readLedger();
  const ledger = Object.fromEntries(
    Object.entries(measured).map(([name, costs]) => {
      const { reason = '', goal = {} } = written[name] ?? {};
      const left = COST_NAMES.filter((each) => (goal[each] ?? Infinity) < costs[each]);
      const goals = Object.fromEntries(left.map((each) => [each, goal[each]]));
      return [name, { reason, ...costs, ...(left.length > 0 && { goal: goals }) }];
    }),
  );
  await writeFile(FILE, `${JSON.stringify(ledger, null, 2)}\n`);
}

/** The figures of an operation that are not as the ledger says, as sentences. */
export function compareCosts(name: string, written: LedgerEntry | undefined, measured: Costs): string[] {
  if (!written) return [`${name} is not in the ledger`];
  return COST_NAMES.flatMap((each) => {
    const [was, is] = [written[each], measured[each]];
    if (isAsWritten(each, was, is)) return [];
    return `${name}: ${each} ${is}, the ledger says ${was}${is < was ? ': write the new one down' : ''}`;
  });
}
