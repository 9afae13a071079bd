/** The settings of one kind that a request changes. */
export interface ChangedSettings {
  /** All of them, without secrets. */
  readonly settings: Record<string, unknown>;
  /** Undefined: the one that is there; null: none. */
  readonly secret: string | null | undefined;
  /** Whether another test is needed. */
  readonly isOther: boolean;
  /** Whether subjects mean other people from now on. */
  readonly hasOtherPeople: boolean;
}
