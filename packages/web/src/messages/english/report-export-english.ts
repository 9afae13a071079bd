/** The English texts of exports of reports. */
export const reportExportEnglish = {
  reportExport: {
    menu: 'Export',
    csv: 'CSV, every row',
    xlsx: 'Excel, every row',
    png: 'Picture (PNG)',
    pdf: 'Document (PDF)',
    preparing: 'Preparing the file of {{title}}',
    part: 'The file has {{written, number}} of {{count, number}} rows: a larger one is not written. Filter the report to take all of them.',
    failed: 'The file could not be made',
    unreachable: 'The connection broke before the file was there.',
  },
} as const;
