import type { CalculatedField, Report } from '@oriel/contract';

/** What the report editor is opened with. */
export interface ReportEditorProps {
  deploymentId: number;
  /** The report that is edited; undefined makes a new one. */
  report: Report | undefined;
  /** The workbook that a new report becomes a tab of. */
  workbookId: number | undefined;
  /** Fields that the workbook adds to the model. */
  calculatedFields: Readonly<Record<string, CalculatedField>> | null | undefined;
  /** A report has been made, here or as a copy. */
  onCreated(report: Report): void;
  onClose(): void;
}
