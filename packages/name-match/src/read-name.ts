/** Parses a name: the person, form of address, relative and legal form. */
import { foldSound, foldTamil } from "./fold-sound.ts";
import {
  ABBREVIATIONS,
  COMMON_WORDS,
  COURTESIES,
  DOUBTFUL_TRADE_WORDS,
  FAMILY_NAMES,
  type Gender,
  SPELLINGS,
  TITLE_GENDERS,
  TITLES,
  TRADE_ABBREVIATIONS,
  TRADE_WORDS,
} from "./known-words.ts";

/** The function of a word in a name. `common` identifies no one, `trade` only the kind of business. */
type WordRole = "name" | "initial" | "common" | "trade";

export interface Word {
  readonly text: string;
  /** Equal for all spellings of a word. */
  readonly sound: string;
  /** Also equal if Tamil letters look the same; null without a Tamil name, for initials and trade words. */
  readonly looseSound: string | null;
  readonly role: WordRole;
  /** A name that a whole region shares. */
  readonly isFamilyName: boolean;
}

type LegalForm = "private limited" | "limited" | "llp" | "huf";

export interface Name {
  /** The whole name in lower case. */
  readonly text: string;
  readonly words: readonly Word[];
  /** The relative or proprietor who is also named: "son of ...". */
  readonly kin: readonly Word[];
  /** Forms of address before the name, which may yet be its beginning: Sri Kanth. */
  readonly titles: readonly string[];
  readonly gender: Gender | null;
  readonly legalForm: LegalForm | null;
  readonly isBusiness: boolean;
  /** The length of the name as given, in characters. */
  readonly length: number;
}

/** No name is longer than this; the rest is ignored. */
const CHARACTERS_MAX = 200;
const WORDS_MAX = 12;

/** Reads a name; `holders` of a joint account are separate. */
export function readName(given: string, isLoose = false): { whole: Name; holders: readonly Name[] } {
  const text = plainLetters(given.slice(0, CHARACTERS_MAX));
  const length = given.trim().length;
  const whole = readOne(text, length, isLoose);
  const parts = text.split(/ \| /).filter((part) => part.trim() !== "");
  // "And" and "&" join people, or are part of a firm's name.
  if (parts.length < 2 || whole.isBusiness) return { whole, holders: [] };
  const holders = parts.map((part) => readOne(part, part.trim().length, isLoose));
  return { whole, holders: holders.every((one) => one.words.length >= 2) ? holders : [] };
}

/** Returns lower-case letters with our own marks ("kin", "|" between holders), and blanks for the rest. */
function plainLetters(given: string): string {
  return ` ${given} `
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/\bm\s*\/\s*s\b/g, " messrs ")
    .replace(/\(\s*p\s*\)/g, " pvt ")
    .replace(/\b(?:[sdwcfh]\s*\/\s*o|u\s*\/\s*g)\b/g, " =kin= ")
    .replace(/\b(?:son|daughter|wife|care|husband) of\b|\b(?:prop|proprietor|guardian)\b/g, " =kin= ")
    .replace(/[’'`]/g, "")
    .replace(/\s*\/\s*|\s+(?:and|or)\s+|\s*&\s*/g, " | ")
    .replace(/[^\p{L}\p{M}\p{N}|=]+/gu, " ");
}

function readOne(text: string, length: number, isLoose: boolean): Name {
  const readOf = (token: string, inBusiness: boolean): Word => readWord(token, inBusiness, isLoose);
  const [own = "", ...relatives] = text.split("=kin=");
  const tokens = own.replaceAll("|", " ").split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
  const isMessrs = tokens.includes("messrs");
  const { titles, rest } = takeTitles(tokens);
  const { legalForm, words: named } = takeLegalForm(rest);
  const isBusiness = isMessrs || legalForm !== null ? legalForm !== "huf" : named.some(isTrade);
  const words = named
    .filter((token) => isBusiness || !COURTESIES.has(token))
    .map((token) => readOf(token, isBusiness));
  const kin = relatives.join(" ").replaceAll("|", " ").split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
  return {
    text: text.trim(),
    words: words.some(({ role }) => role === "name") ? words : withFirstAsName(words),
    kin: takeTitles(kin).rest.map((token) => readOf(token, false)),
    titles,
    gender: titles.map((title) => TITLE_GENDERS.get(title)).find((gender) => gender !== undefined) ?? null,
    legalForm,
    isBusiness,
    length,
  };
}

/** Rani Devi is called Rani. */
function withFirstAsName(words: readonly Word[]): Word[] {
  return words.map((word, at) => (at === 0 && word.role === "common" ? { ...word, role: "name" } : word));
}

function takeTitles(tokens: readonly string[]): { titles: string[]; rest: string[] } {
  // The last word is a name, even if it looks like a title.
  let count = 0;
  while (count < tokens.length - 1 && TITLES.has(tokens[count]!)) count += 1;
  // "Kumari" is a form of address before two or more words, and part of the name before one.
  const rest = tokens.slice(count);
  const isMiss = rest[0] === "kumari" && rest.length >= 3;
  return {
    titles: [...tokens.slice(0, count), ...(isMiss ? ["kum"] : [])],
    rest: isMiss ? rest.slice(1) : rest,
  };
}

const LEGAL_ENDINGS: readonly (readonly [RegExp, LegalForm])[] = [
  [/ (?:pvt|private|p) (?:ltd|limited)$/, "private limited"],
  [/ (?:ltd|limited)$/, "limited"],
  [/ llp$/, "llp"],
  [/ huf$/, "huf"],
];

function takeLegalForm(tokens: readonly string[]): { legalForm: LegalForm | null; words: string[] } {
  const text = ` ${tokens.join(" ")}`;
  for (const [ending, legalForm] of LEGAL_ENDINGS) {
    if (ending.test(text)) return { legalForm, words: text.replace(ending, "").split(" ").filter(Boolean) };
  }
  return { legalForm: null, words: [...tokens] };
}

const isTrade = (token: string): boolean => TRADE_WORDS.has(token) || TRADE_ABBREVIATIONS.has(token);

function readWord(token: string, inBusiness: boolean, isLoose: boolean): Word {
  if (inBusiness && (isTrade(token) || DOUBTFUL_TRADE_WORDS.has(token))) {
    const text = TRADE_ABBREVIATIONS.get(token) ?? token;
    return { text: token, sound: singular(text), looseSound: null, role: "trade", isFamilyName: false };
  }
  const text = (inBusiness ? undefined : ABBREVIATIONS.get(token)) ?? withoutCourtesy(token);
  const isInitial = token.length === 1 || (token === "ch" && !inBusiness);
  const spelling = SPELLING_OF.get(text) ?? text;
  const role = isInitial ? "initial" : COMMON_WORDS.has(spelling) && !inBusiness ? "common" : "name";
  const sound = isInitial ? text[0]! : foldSound(spelling);
  const looseSound = isLoose && !isInitial ? foldTamil(spelling) : null;
  return { text: token, sound, looseSound, role, isFamilyName: FAMILY_SOUNDS.has(sound) };
}

/** Removes courtesies: Rameshbhai is Ramesh, Kokilaben is Kokila. */
const withoutCourtesy = (token: string): string => token.replace(/(?<=.{3}[^a])a?(?:bhai|behn|ben)$/, "");

const singular = (word: string): string => word.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "");

const SPELLING_OF: ReadonlyMap<string, string> = new Map(
  SPELLINGS.flatMap((words) => words.map((word) => [word, words[0]!] as const)),
);

const FAMILY_SOUNDS: ReadonlySet<string> = new Set(
  [...FAMILY_NAMES].map((word) => foldSound(SPELLING_OF.get(word) ?? word)),
);

/** Returns the gender if a common word shows it. */
export function genderOf(word: Word): Gender | null {
  return GENDER_OF_SOUND.get(word.sound) ?? null;
}

const GENDER_OF_SOUND: ReadonlyMap<string, Gender | null> = new Map(
  [...COMMON_WORDS].map(([word, gender]) => [foldSound(SPELLING_OF.get(word) ?? word), gender] as const),
);
