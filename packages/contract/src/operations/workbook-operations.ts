import { Type } from 'typebox';
import { operation, author, parameters, signedIn } from '../operation.ts';
import { nullable } from '../schema.ts';
import { PublishDashboardInput, WorkbookDashboardInput } from '../schemas/dashboard-inputs.ts';
import { Dashboard } from '../schemas/dashboards.ts';
import {
  CreateWorkbookInput,
  UpdateWorkbookInput,
  Workbook,
  WorkbookDashboard,
  WorkbooksListResponse,
} from '../schemas/workbooks.ts';
import { deploymentParams, Id, paging } from './parameters.ts';

const workbookParams = parameters({ deploymentId: Id, workbookId: Id });

export const workbookOperations = {
  getWorkbooks: operation('getWorkbooks', {
    summary: 'List workbooks',
    description:
      'The workbooks that the caller can see, newest change first; folderId narrows to one folder.',
    access: signedIn,
    params: deploymentParams,
    query: parameters({ folderId: Type.Optional(nullable(Id)), ...paging }),
    answer: WorkbooksListResponse,
  }),
  createWorkbook: operation('createWorkbook', {
    summary: 'Create a workbook',
    description: 'Without a name it is called "Untitled workbook". In a folder it needs edit access there.',
    access: author,
    params: deploymentParams,
    body: CreateWorkbookInput,
    bodyOptional: true,
    answer: Workbook,
  }),
  getWorkbook: operation('getWorkbook', {
    summary: 'Get a workbook',
    description:
      'With its dashboard draft and, where there is one, its published dashboard. Needs read access.',
    access: signedIn,
    params: workbookParams,
    answer: Workbook,
  }),
  updateWorkbook: operation('updateWorkbook', {
    summary: 'Change a workbook',
    description:
      'Changes the fields that are sent; meta is replaced as a whole. name, meta and slug need edit access; folderId needs ' +
      'manage access, and edit access to the folder it goes to (null is the root). A slug is trimmed and lower-cased; one ' +
      'that another workbook has is a conflict (409), unless slugTakeover moves it over, which needs edit access there too.',
    access: signedIn,
    params: workbookParams,
    body: UpdateWorkbookInput,
    bodyOptional: true,
    answer: Workbook,
  }),
  deleteWorkbook: operation('deleteWorkbook', {
    summary: 'Delete a workbook',
    description: 'With its reports and its dashboard. Needs manage access.',
    access: signedIn,
    params: workbookParams,
  }),
  updateWorkbookDashboard: operation('updateWorkbookDashboard', {
    summary: 'Save the dashboard draft',
    description: 'Replaces the draft; null removes it. What is published does not change. Needs edit access.',
    access: signedIn,
    params: workbookParams,
    body: WorkbookDashboardInput,
    bodyOptional: true,
    answer: WorkbookDashboard,
  }),
  publishDashboard: operation('publishDashboard', {
    summary: 'Publish the dashboard',
    description:
      'Makes a new version from config, or from the draft, with a snapshot of every report that a chart shows; all of them ' +
      'must be reports of this workbook (400). The public id stays the same from version to version. Needs edit access.',
    access: signedIn,
    params: workbookParams,
    body: PublishDashboardInput,
    answer: Dashboard,
  }),
};
