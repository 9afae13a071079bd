import type { Database } from '../../db/database.ts';

/** What a statement has read of a table in one step of its plan. */
export interface TableScan {
  readonly table: string;
  /** The kind of step, and the index where there is one. */
  readonly by: string;
  /** Rows that were looked at, those that a filter has left out included. */
  readonly rowCount: number;
}

/** Hears by which plans the statements of a database are executed. */
export interface PlanRecord {
  /** Has the connections of a database that has made none yet tell their plans. */
  watch(database: Pick<Database, 'pool' | 'pipelined'>): void;
  /**
   * What was read of tables while some work went on; what only counts is left out, since it reads all by its nature.
   */
  during(work: () => Promise<unknown>): Promise<TableScan[]>;
}

/** A step of a plan, as PostgreSQL writes it. */
interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Step[];
}

const SETTINGS = `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_level = notice;
  set auto_explain.log_analyze = on; set auto_explain.log_timing = off; set auto_explain.log_format = json`;

/** Makes a record of plans: of what was executed, not of what the planner expects. */
export function recordPlans(): PlanRecord {
  let heard: Step[] | undefined;
  const hear = (message: string | undefined) => {
    if (!heard || !message?.startsWith('duration: ')) return;
    // The extension writes one object with the plan in it.
    heard.push((JSON.parse(message.slice(message.indexOf('{'))) as { Plan: Step }).Plan);
  };
  return {
    watch({ pool, pipelined }) {
      for (const each of [pool, pipelined])
        each.on('connect', (client) => {
          client.on('notice', ({ message }) => hear(message));
          void client.query(SETTINGS);
        });
    },
    async during(work) {
      heard = [];
      try {
        await work();
        return heard.filter((plan) => !isCount(plan)).flatMap(scansOf);
      } finally {
        heard = undefined;
      }
    },
  };
}

function isCount(plan: Step): boolean {
  return plan['Node Type'] === 'Aggregate' && !stepsOf(plan).some((step) => step['Node Type'] === 'Limit');
}

function stepsOf(plan: Step): Step[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}

function scansOf(plan: Step): TableScan[] {
  return stepsOf(plan).flatMap((step) => {
    const table = step['Relation Name'];
    if (table === undefined || !step['Node Type'].endsWith('Scan')) return [];
    const rows = [
      step['Actual Rows'],
      step['Rows Removed by Filter'],
      step['Rows Removed by Index Recheck'],
    ].reduce<number>((sum, each) => sum + (each ?? 0), 0);
    const by = [step['Node Type'], step['Index Name']].filter((part) => part !== undefined).join(' ');
    return [{ table, by, rowCount: Math.round(rows * (step['Actual Loops'] ?? 0)) }];
  });
}
