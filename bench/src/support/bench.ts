/**
 * One figure of a benchmark: what Oriel takes beside what the work takes at least, measured in the same run, so that
 * the ratio holds on any machine. Figures are medians.
 */
export interface BenchResult {
  /** Never changes once it is given out, so that reports of different days can be laid side by side. */
  name: string;
  unit: 'ms' | 'requests/s' | 'MB' | 'kB' | 's' | 'count';
  oriel: number;
  /** The same work without Oriel; absent where the target is absolute. */
  floor?: number;
  /** `oriel / floor`, or the other way round where more is better; with 1 or less being as good as the floor. */
  ratio?: number;
  /** The most that the ratio, or the figure itself where there is no floor, should be. */
  target?: number;
  samples: { oriel: number[]; floor?: number[] };
  note?: string;
}

export interface Bench {
  /** Never changes. */
  id: string;
  title: string;
  run(options: BenchOptions): Promise<BenchResult[]>;
}

/** What a run was asked for. Benchmarks that have no sizes or cases do without. */
export interface BenchOptions {
  /** Lists of a million items. */
  readonly isLarge: boolean;
  /** Part of the name of the cases to run; undefined for all. */
  readonly only: string | undefined;
}

export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}

/** Compares two sets of samples by their medians. */
export function compare(
  name: string,
  samples: { oriel: number[]; floor: number[] },
  { target, unit = 'ms', note }: { target?: number; unit?: BenchResult['unit']; note?: string } = {},
): BenchResult {
  const [oriel, floor] = [median(samples.oriel), median(samples.floor)];
  const ratio = unit === 'requests/s' ? floor / oriel : oriel / floor;
  return {
    name,
    unit,
    oriel,
    floor,
    ratio,
    ...(target !== undefined && { target }),
    samples,
    ...(note !== undefined && { note }),
  };
}

/**
 * Takes samples of several ways to do the same work in turn, in changing order, so that a busy moment of the machine
 * hits all of them alike.
 *
 * @returns milliseconds for each way
 */
export async function measureInTurn<Way extends string>(
  ways: Record<Way, () => Promise<unknown>>,
  { rounds, warmUp = 3 }: { rounds: number; warmUp?: number },
): Promise<Record<Way, number[]>> {
  const names = Object.keys(ways) as Way[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Way, number[]>;
  for (let round = -warmUp; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) {
      const started = performance.now();
      await ways[name]();
      if (round >= 0) samples[name].push(performance.now() - started);
    }
  }
  return samples;
}
