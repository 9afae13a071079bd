import type { TSchema } from 'typebox';
import { refuse, type Refusal } from './errors.ts';
import { id, text, type Static } from './schema.ts';

/** Every path parameter of the API by its name: a name means the same in each path. */
export const pathParameters = {
  deploymentId: id('Id of the deployment.'),
  folderId: id('Id of the folder.'),
  workbookId: id('Id of the workbook.'),
  reportId: id('Id of the report.'),
  apiKeyId: id('Id of the API key.'),
  publicId: text('Public id of the dashboard.', { minLength: 1, maxLength: 64, example: 'Zk3pQ9rT1xWb' }),
} satisfies Record<string, TSchema>;

export type PathParameterName = keyof typeof pathParameters;

/** The names in braces of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What a path takes: a name that is no parameter of the API does not compile where it is used. */
export type PathParametersOf<Path extends string> = {
  [Name in NamesIn<Path>]: Name extends PathParameterName ? Static<(typeof pathParameters)[Name]> : never;
};

/** What is said of an id in a path that no record has. */
export function refuseMissing(name: PathParameterName, id: number): Refusal {
  switch (name) {
    case 'deploymentId':
      return refuse('deployment_not_found', { id });
    case 'folderId':
      return refuse('folder_not_found', { id });
    case 'workbookId':
      return refuse('workbook_not_found', { id });
    case 'reportId':
      return refuse('report_not_found', { id });
    case 'apiKeyId':
      return refuse('api_key_not_found', { id });
    case 'publicId':
      return refuse('not_found');
  }
}
