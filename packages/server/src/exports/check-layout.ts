import { refuseFields, type ExportLayout } from '@oriel/contract';

/** @throws `validation_failed` for sheets of paper that are no document */
export function checkLayout({
  format,
  layout,
}: {
  readonly format: string;
  readonly layout?: ExportLayout | null | undefined;
}): void {
  if (layout === 'print' && format !== 'pdf')
    throw refuseFields([{ path: 'layout', message: 'print is a layout of pdf alone' }]);
}
