import type { ToolStep } from '../../chat-client/chat-turns.ts';

/** Something that the agent has made, in the words of the workspace. */
export interface CreatedItem {
  readonly kind: 'REPORT' | 'WORKBOOK' | 'DASHBOARD';
  /** Of the report, else of the workbook; a dashboard is that of its workbook. */
  readonly id: number;
  /** Null where the tool does not tell it. */
  readonly name: string | null;
}

const kinds = {
  create_report: { kind: 'REPORT', key: 'reportId' },
  create_workbook: { kind: 'WORKBOOK', key: 'workbookId' },
  draft_dashboard: { kind: 'DASHBOARD', key: 'workbookId' },
} as const;

/** What a tool has made; undefined for one that makes nothing, has failed, or has not ended. */
export function createdItem({ name, result }: Pick<ToolStep, 'name' | 'result'>): CreatedItem | undefined {
  if (!isAuthoring(name) || typeof result !== 'object' || result === null) return undefined;
  const { kind, key } = kinds[name];
  const said = result as Record<string, unknown>;
  const id = said[key];
  if (typeof id !== 'number') return undefined;
  return { kind, id, name: typeof said['name'] === 'string' ? said['name'] : null };
}

function isAuthoring(name: string): name is keyof typeof kinds {
  return Object.hasOwn(kinds, name);
}
