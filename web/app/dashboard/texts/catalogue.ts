// Texts in two languages. English is the source: its keys define the type that a Hindi catalogue must have.
import { Fragment, createElement, use } from "react";
import type { ReactNode } from "react";
import { useLanguage } from "./language.ts";
import type { Language } from "./language.ts";

/** The names of the placeholders in a text: "{count|# row|# rows} of {total}" has `count` and `total`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}|${string}` ? Name : Inside) | NamesIn<Rest>
  : never;

type Values<Text extends string, Value> = [NamesIn<Text>] extends [never]
  ? []
  : [values: Record<NamesIn<Text>, Value>];

/** The type of the Hindi catalogue for an English one. */
export type Translation<English> = { readonly [Key in keyof English]: string };

export interface Translate<English extends Record<string, string>> {
  /** Returns the text of a key with its placeholders filled in. Numbers are grouped the Indian way. */
  <Key extends keyof English>(key: Key, ...values: Values<English[Key], string | number>): string;
  /** Does the same with elements as values: `t.rich("sent", { amount: <Money … /> })`. */
  rich<Key extends keyof English>(key: Key, ...values: Values<English[Key], ReactNode>): ReactNode;
  language: Language;
}

type Catalogue = Record<string, string>;

const placeholder = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/;
const numbers = new Intl.NumberFormat("en-IN");
const plurals = { en: new Intl.PluralRules("en-IN"), hi: new Intl.PluralRules("hi-IN") };

/** Returns the parts of the text, with each placeholder replaced by its value. */
function fill(language: Language, text: string, values: Record<string, ReactNode> = {}): ReactNode[] {
  const parts: ReactNode[] = [];
  let rest = text;
  for (let match = placeholder.exec(rest); match; match = placeholder.exec(rest)) {
    const [whole, name = "", one, other] = match;
    const value = values[name];
    const shown = typeof value === "number" ? numbers.format(value) : value;
    const form = plurals[language].select(Number(value)) === "one" ? one : other;
    parts.push(
      rest.slice(0, match.index),
      one === undefined ? shown : String(form).replace("#", String(shown)),
    );
    rest = rest.slice(match.index + whole.length);
  }
  return [...parts, rest];
}

/** Makes a translator for one catalogue, for code outside React and for tests. */
export function translator<English extends Catalogue>(
  language: Language,
  catalogue: Translation<English>,
): Translate<English> {
  const t = (key: keyof English, values?: Record<string, ReactNode>) =>
    fill(language, catalogue[key], values).join("");
  const rich = (key: keyof English, values?: Record<string, ReactNode>) =>
    fill(language, catalogue[key], values).map((part, at) => createElement(Fragment, { key: at }, part));
  return Object.assign(t, { rich, language }) as Translate<English>;
}

/**
 * Makes the hook for the texts of an area. English is always loaded. Hindi is fetched on first use, and the component
 * waits for it (the shell has a Suspense boundary around every screen).
 */
export function makeTexts<const English extends Catalogue>(
  english: English,
  loadHindi: () => Promise<{ default: Translation<English> }>,
): () => Translate<English> {
  const inEnglish = translator<English>("en", english);
  let inHindi: Promise<Translate<English>> | undefined;
  return function useTexts() {
    const language = useLanguage();
    if (language === "en") return inEnglish;
    inHindi ??= loadHindi().then((module) => translator<English>("hi", module.default));
    return use(inHindi);
  };
}
