import type { Surface } from '@oriel/embed/protocol';
import type { EmbedStage } from './embed-stage.ts';

/** The surface does otherwise than the specification says; the message is what was seen. */
export class Misbehaviour extends Error {
  override readonly name = 'Misbehaviour';
}

/** A rule cannot be tried here; the message says why, and what it would need. */
export class NotTried extends Error {
  override readonly name = 'NotTried';
}

/** One thing that the specification says of a surface, and how it is tried. */
export interface Rule {
  /** Never changes once released: programs look for it. */
  readonly id: string;
  readonly title: string;
  /** The section of packages/embed/SPEC.md. */
  readonly section: number;
  /** Default: every surface. */
  readonly surfaces?: readonly Surface[];
  /** Default: both modes. */
  readonly mode?: EmbedMode;
  /** The others of its group are not tried where it does not hold. */
  readonly isVital?: boolean;
  /**
   * Tries it on a surface. @returns what was seen, where that is of interest
   *
   * @throws {@link Misbehaviour} where it does not hold, {@link NotTried} where it cannot be tried
   */
  check(stage: EmbedStage): Promise<string | void>;
}

/** Rules that are tried one after the other on one surface. */
export interface RuleGroup {
  /** Default: both modes. */
  readonly mode?: EmbedMode;
  readonly rules: readonly Rule[];
  /** Opens the surface. @throws as a rule does, for all rules of the group */
  open(theatre: Theatre): Promise<EmbedStage>;
}

/** Where surfaces are opened. */
export interface Theatre {
  readonly address: EmbedAddress;
  /** A session that nobody has used. @throws {@link NotTried} where there is none left */
  newSession(): Promise<string>;
  /** Opens the surface in a host page. */
  open(options?: OpenOptions): Promise<EmbedStage>;
}

export interface OpenOptions {
  /** Whether the clock of the pages can be moved. */
  hasClock?: boolean;
  /** Whether the host page is one without an origin. */
  isOpaque?: boolean;
  /** Whether the host page is of an origin that no account allows, and the surface without a session. */
  isStranger?: boolean;
}

/** Whether the surface has sessions, or its viewer signs in. */
export type EmbedMode = 'signed' | 'private';

/** What is checked. */
export interface EmbedAddress {
  readonly surface: Surface;
  readonly mode: EmbedMode;
  readonly origin: string;
  readonly pathname: string;
  /** With another session; undefined for a surface without one. */
  withSession(sessionId: string | undefined): string;
  /** Of a dashboard. */
  readonly publicId: string | undefined;
  /** Of an app. */
  readonly deploymentId: number | undefined;
  /** Controls that the surface has, in the form of a query string. */
  readonly filter: string | undefined;
}
