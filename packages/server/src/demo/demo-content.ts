/**
 * What `examples/demo` exports. The server loads it by its address, since nothing of the product depends on an example.
 */
export interface DemoContent {
  buildData(file: string): Promise<void>;
  readModel(): Promise<{ path: string; content: string }[]>;
  workspace: {
    folders: DemoFolder[];
    workbooks: DemoWorkbook[];
    explorations: (DemoReport & { folder: string })[];
  };
  embedTenants: { name: string; displayName: string; note: string; states: string[] }[];
  statesAttribute: { name: string; type: 'string_array'; displayName: string };
}

/** A folder of the demo workspace, with its sub-folders. */
export interface DemoFolder {
  name: string;
  folders?: DemoFolder[];
}

/** A report of the demo; widgets name it by `key`. */
export interface DemoReport {
  key: string;
  name: string;
  query: object;
  meta: object;
}

/** A workbook of the demo with its dashboard; `folder` is the name of one. */
interface DemoWorkbook {
  name: string;
  folder: string;
  slug: string;
  description: string;
  reports: DemoReport[];
  widgets: DemoWidget[];
}

/** A widget that names reports by key. */
export interface DemoWidget {
  id: string;
  type: string;
  position: object;
  config: Record<string, unknown>;
}
