import type { ModelProblem, SourceLocation, LocatedText } from '../files/model-file.ts';
import type { AccessPolicy, Cube, DefaultFilter, Folder, Join, Member, ViewGroup } from './model.ts';

/**
 * What the files of a model say, checked for structure but not yet for names: references are as written, `extends` has
 * not been followed.
 */
export interface CubeDefinition extends Omit<
  Cube,
  'source' | 'dimensions' | 'measures' | 'segments' | 'primaryKey' | 'dataSource'
> {
  readonly source: Cube['source'] | undefined;
  readonly dataSource: string | undefined;
  readonly parent: { readonly name: string; readonly location: SourceLocation } | undefined;
  readonly members: readonly Member[];
  readonly joins: readonly JoinDefinition[];
  /** The keys that its author has given, of those that a child would inherit. */
  readonly stated: readonly StatedKey[];
}

/** A property that a definition may state itself; what it does not state it takes from its parent. */
export type StatedKey = 'title' | 'description' | 'public' | 'meta';

/** A join of a cube; its condition is SQL of both. */
export interface JoinDefinition extends Join {
  readonly location: SourceLocation;
}

/** A view as its file defines it, before its cubes are known. */
export interface ViewDefinition {
  readonly kind: 'view';
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly isPublic: boolean;
  readonly meta?: unknown;
  readonly location: SourceLocation;
  readonly parent: { readonly name: string; readonly location: SourceLocation } | undefined;
  readonly cubes: readonly ViewCube[];
  readonly folders: readonly FolderDefinition[];
  readonly policies: readonly AccessPolicy[];
  readonly defaultFilters: readonly DefaultFilter[];
  readonly sqlAlias?: string;
  /** The view groups that it counts itself to. */
  readonly groups: readonly LocatedText[];
  readonly stated: readonly StatedKey[];
}

/** One entry of a view's `cubes`: which members of the last cube of a join path it takes, and under which names. */
export interface ViewCube {
  readonly location: SourceLocation;
  readonly joinPath: readonly string[];
  readonly includes: '*' | readonly Include[];
  readonly excludes: readonly LocatedText[];
  readonly prefix: boolean;
  /** Whether its members make a view of their own. */
  readonly isSplit: boolean;
  readonly alias: string | undefined;
}

/** A member that a view takes over, with what it changes of it. */
export interface Include {
  readonly location: SourceLocation;
  readonly name: string;
  readonly alias?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly format?: unknown;
  readonly meta?: unknown;
}

/** A folder of a view; members stand by their names, folders may hold folders. */
export interface FolderDefinition extends Omit<Folder, 'members'> {
  readonly location: SourceLocation;
  readonly members: '*' | readonly FolderEntry[];
}

/** A member, a folder within the folder, or all members that came by a join path. */
export type FolderEntry =
  | FolderDefinition
  | LocatedText
  | { readonly joinPath: string; readonly location: SourceLocation };

/** A group of views, by their names. */
export interface ViewGroupDefinition extends Omit<ViewGroup, 'views'> {
  readonly location: SourceLocation;
  readonly views: readonly LocatedText[];
}

/** What one file defines, and what is wrong with it by itself. Plain data. */
export interface ParsedFile {
  readonly path: string;
  readonly problems: readonly ModelProblem[];
  readonly cubes: readonly CubeDefinition[];
  readonly views: readonly ViewDefinition[];
  readonly viewGroups: readonly ViewGroupDefinition[];
  /** The cubes and views that it seems to define, where it cannot be read. */
  readonly unread: readonly string[];
}
