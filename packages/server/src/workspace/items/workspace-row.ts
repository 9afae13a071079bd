import type { FolderRow, ReportRow, WithAccess, WorkbookRow } from './workspace-rows.ts';

/** What every kind shows of its row. */
type SharedField = 'id' | 'deploymentId' | 'name' | 'createdAt' | 'updatedAt' | 'userId' | 'createdBy';

/** One item of the workspace, of whichever kind, with what is shown of it in the shape of a workbook. */
export type WorkspaceRow =
  | { type: 'FOLDER'; row: WithAccess<Pick<FolderRow, SharedField | 'parentId'>> }
  | {
      type: 'WORKBOOK';
      row: WithAccess<
        Pick<WorkbookRow, SharedField | 'folderId' | 'meta' | 'calculatedFields' | 'slug'> & {
          version?: number;
        }
      >;
    }
  | { type: 'REPORT'; row: WithAccess<Pick<ReportRow, SharedField | 'folderId' | 'meta'>> };
