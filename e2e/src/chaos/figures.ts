/** What a run has counted. */
export interface Figures {
  /** Counts one request of a kind with what came of it: a status, or `broken`. */
  request(kind: string, outcome: string): void;
  acknowledged(): void;
  uncertain(): void;
  /** Counts an answer that was looked at, and whether all of it belonged to its caller. */
  checked(rows: number): void;
  fault(kind: string): void;
  recovered(kind: string, ms: number): void;
  /** Notes something that must not happen. */
  violation(kind: ViolationKind, what: string): void;
  readonly result: Result;
}

/**
 * What must not happen: a write that is gone, something of another caller, an answer that should not be given, no
 * recovery.
 */
export type ViolationKind = 'lost' | 'foreign' | 'wrong' | 'stuck';

/** The figures of a run. */
export interface Result {
  readonly requests: Record<string, Record<string, number>>;
  acknowledgedWrites: number;
  uncertainWrites: number;
  checkedAnswers: number;
  checkedRows: number;
  readonly faults: Record<string, number>;
  readonly recoveriesMs: Record<string, number[]>;
  readonly violations: Record<ViolationKind, string[]>;
  /** Faults that this machine does not allow, and why. */
  readonly notInjected: Record<string, string>;
}

/** Makes figures that stand at zero. */
export function createFigures(): Figures {
  const result: Result = {
    requests: {},
    acknowledgedWrites: 0,
    uncertainWrites: 0,
    checkedAnswers: 0,
    checkedRows: 0,
    faults: {},
    recoveriesMs: {},
    violations: { lost: [], foreign: [], wrong: [], stuck: [] },
    notInjected: {},
  };
  return {
    result,
    request(kind, outcome) {
      const outcomes = (result.requests[kind] ??= {});
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    },
    acknowledged: () => void (result.acknowledgedWrites += 1),
    uncertain: () => void (result.uncertainWrites += 1),
    checked(rows) {
      result.checkedAnswers += 1;
      result.checkedRows += rows;
    },
    fault: (kind) => void (result.faults[kind] = (result.faults[kind] ?? 0) + 1),
    recovered: (kind, ms) => void (result.recoveriesMs[kind] ??= []).push(ms),
    violation: (kind, what) => void result.violations[kind].push(what),
  };
}

/** Whether nothing happened that must not. */
export function isClean({ violations }: Result): boolean {
  return Object.values(violations).every((each) => each.length === 0);
}

const SHOWN = 10;

/** The figures as lines for people. */
export function formatResult(result: Result): string {
  const { requests, faults, recoveriesMs, violations, notInjected } = result;
  const total = Object.values(requests)
    .flatMap(Object.values)
    .reduce<number>((sum, count) => sum + Number(count), 0);
  return [
    `${total} requests`,
    ...Object.entries(requests)
      .sort()
      .map(([kind, outcomes]) => `  ${kind.padEnd(16)} ${countsOf(outcomes)}`),
    'faults and the time until reading and writing worked again',
    ...Object.entries(faults)
      .sort()
      .map(
        ([kind, count]) =>
          `  ${kind.padEnd(28)} ${String(count).padStart(4)}  ${timesOf(recoveriesMs[kind] ?? [])}`,
      ),
    ...Object.entries(notInjected).map(([kind, why]) => `  ${kind.padEnd(28)} not injected: ${why}`),
    `acknowledged writes ${result.acknowledgedWrites}, with an unknown outcome ${result.uncertainWrites}`,
    `answers checked for their caller ${result.checkedAnswers}, rows in them ${result.checkedRows}`,
    `lost ${violations.lost.length}, foreign ${violations.foreign.length}, wrong answers ${violations.wrong.length}, no recovery ${violations.stuck.length}`,
    ...Object.entries(violations).flatMap(([kind, each]) =>
      each.slice(0, SHOWN).map((what) => `  ✗ ${kind}: ${what}`),
    ),
  ].join('\n');
}

function countsOf(outcomes: Record<string, number>): string {
  return Object.entries(outcomes)
    .sort()
    .map(([outcome, count]) => `${outcome}: ${count}`)
    .join('  ');
}

function timesOf(timesMs: readonly number[]): string {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const [median, longest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return median === undefined || longest === undefined
    ? ''
    : `median ${seconds(median)}  longest ${seconds(longest)}`;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
