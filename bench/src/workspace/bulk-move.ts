import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';
import { withMovingWorld, type Mover, type MovingWorld } from './moving-world.ts';

const ITEMS = 100;
const ROUNDS = 40;
const TARGETS: Record<Mover, number> = { administrator: 1.2, user: 1.4 };

/**
 * A bulk move of 100 reports over HTTP, on a PostgreSQL that waits for the disk, beside the same move by hand: one
 * statement on plain tables, which is one transaction and one flush, with access, audit log and the same answer
 * ({@link file://./moves-floor.ts}).
 */
export const bulkMove: Bench = {
  id: 'bulk-move',
  title: 'Bulk move of 100 items',
  run: () =>
    withMovingWorld(async (world) => [
      await measure(world, 'bulk-move.all', 'administrator', (ids) => ids),
      await measure(world, 'bulk-move.user', 'user', (ids) => ids),
      await measure(world, 'bulk-move.last-fails', 'administrator', (ids) => [...ids.slice(0, -1), 999_999]),
      await measure(world, 'bulk-move.all-fail', 'administrator', (ids) => ids.map((id) => id + 1_000_000)),
      await measure(world, 'bulk-move.ten', 'administrator', (ids) => ids.slice(0, 10)),
    ]),
};

async function measure(
  { urls, keys, reports, folders }: MovingWorld,
  name: string,
  mover: Mover,
  choose: (ids: readonly number[]) => readonly number[],
): Promise<BenchResult> {
  const items = choose(reports.slice(0, ITEMS)).map((id) => ({ type: 'REPORT', id }));
  const headers = { authorization: `Bearer ${keys[mover]}`, 'content-type': 'application/json' };
  const moverOf = (who: keyof typeof urls) => {
    let turn = 0;
    return async () => {
      const body = JSON.stringify({ items, folderId: folders[(turn += 1) % folders.length] });
      const answer = await fetch(`${urls[who]}/bulk-move`, { method: 'POST', headers, body });
      const { moved, failed } = (await answer.json()) as { moved: object[]; failed: object[] };
      if (moved.length + failed.length !== items.length)
        throw new Error(`${who} has moved ${moved.length} and failed ${failed.length}`);
      return moved.length;
    };
  };
  const ways = { oriel: moverOf('oriel'), floor: moverOf('floor') };
  const [done, expected] = [await ways.oriel(), await ways.floor()];
  if (done !== expected) throw new Error(`Oriel moves ${done}, the floor ${expected}`);
  const samples = await measureInTurn(ways, { rounds: ROUNDS, warmUp: 10 });
  return compare(name, samples, { target: TARGETS[mover] });
}
