import { createInstance } from 'i18next';
import { textLanguage } from './language.ts';

/**
 * The texts of one namespace as i18next has them: nested by subject, variables as `{{name}}`, numbers as
 * `{{count, number}}`, plural forms as keys that end in `_one`, `_other` and so on.
 */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutForm<Key extends string> = Key extends `${infer Stem}_${PluralForm}` ? Stem : Key;

/** The keys of a tree, joined by dots; the plural forms of one text are one key. */
type TextKey<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutForm<Key> : `${Key}.${TextKey<Tree[Key]>}`;
}[keyof Tree & string];

/** The variables of a text, `count` among them where it has plural forms. */
type VariablesAt<Tree, Key extends string> = Key extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Tree
    ? VariablesAt<Tree[Head], Rest>
    : never
  : {
      [Own in keyof Tree & string]: WithoutForm<Own> extends Key
        ? Variables<Tree[Own]> | (Own extends Key ? never : 'count')
        : never;
    }[keyof Tree & string];

type Variables<Text> = Text extends `${string}{{${infer Variable}}}${infer Rest}`
  ? (Variable extends `${infer Name},${string}` ? Name : Variable) | Variables<Rest>
  : never;

type Values<Names extends string> = [Names] extends [never]
  ? []
  : [values: Readonly<Record<Names, string | number>>];

/** The texts of one namespace. A key that does not exist, or a variable without a value, does not compile. */
interface Texts<Tree> {
  /** The text in the page's language, English where there is none in it. `count` chooses the plural form. */
  t<Key extends TextKey<Tree>>(key: Key, ...values: Values<VariablesAt<Tree, Key>>): string;
  /** The text of a key that is known at run time only, such as the name of an operator. */
  find(key: string): string | undefined;
  /** Adds another language, or replaces it. */
  add(language: string, tree: TextTree): void;
}

const formats = new Map<string | undefined, Intl.NumberFormat>();

/**
 * How numbers in texts are written: a format of the browser costs much more to make than to use, and i18next would make
 * one each time.
 */
function formatOf(language: string | undefined): Intl.NumberFormat {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format;
}

/** The texts of a namespace, by language; English is the fallback and says which keys there are. */
export function createTexts<const Tree extends TextTree>(
  namespace: string,
  byLanguage: { readonly en: Tree } & Readonly<Record<string, TextTree>>,
): Texts<Tree> {
  const i18n = createInstance({
    resources: Object.fromEntries(
      Object.entries(byLanguage).map(([language, tree]) => [language, { [namespace]: tree }]),
    ),
    ns: [namespace],
    defaultNS: namespace,
    fallbackLng: 'en',
    initAsync: false,
    // React and `textContent` escape; text that is escaped twice would show entities.
    interpolation: { escapeValue: false },
  });
  void i18n.init();
  i18n.services.formatter?.add('number', (value: number, language) => formatOf(language).format(value));
  // The keys and values have been checked by the types above; those of i18next check them once more, slowly.
  const translate = (key: string, values: Record<string, string | number>) => i18n.t(key, values);
  const language = () => textLanguage() ?? 'en';
  return {
    t: (key, ...[values]) => translate(key, { ...values, lng: language() }),
    find: (key) => (i18n.exists(key) ? translate(key, { lng: language() }) : undefined),
    add: (added, tree) => void i18n.addResourceBundle(added, namespace, tree),
  };
}
