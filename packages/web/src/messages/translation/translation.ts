type Stem<Key extends string> = Key extends `${infer Name}_one` ? Name : never;

/**
 * The texts of another language: the same keys, with the plural forms that the language has. `_other` is always there;
 * `_one` and `_many` are where the language tells them apart (CLDR).
 */
export type Translation<Source> = {
  readonly [Key in keyof Source as Key extends `${string}_one` ? never : Key]: Source[Key] extends string
    ? string
    : Translation<Source[Key]>;
} & {
  readonly [Key in keyof Source & string as `${Stem<Key>}_${'one' | 'many'}`]?: string;
};
