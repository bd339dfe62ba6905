/** Replaces details of a payee in texts and JSON, and nothing that is someone else's or means something else. */

/** This text stands where a detail was. */
export const ERASED = "(erased)";

export interface Detail {
  readonly text: string;
  /** True if the text is a phone number, which may stand with a prefix for India. */
  readonly isPhone?: true;
}

export type Eraser = (text: string) => string;

/** A shorter text would also be found where it means something else. */
const DETAIL_LENGTH_MIN = 3;

/** Signs that separate words, as they are written in a URL. */
const SEPARATORS = "20|22|26|27|2C|2F|3A|3B|3C|3D|3E|0A|0D";
const WORD = { before: `(?<![\\p{L}\\p{N}])`, after: `(?![\\p{L}\\p{N}])` };
/** An e-mail address or UPI ID that goes on at one of these signs is another one. A full stop may end a sentence. */
const ADDRESS = {
  before: `(?:(?<![\\p{L}\\p{N}._%+@-])|(?<=%(?:${SEPARATORS})))`,
  after: `(?![\\p{L}\\p{N}_+@-]|\\.[\\p{L}\\p{N}]|%(?!${SEPARATORS}))`,
};
/** In a URL a plus sign is a blank. */
const ADDRESS_IN_URL = {
  before: `(?:(?<![\\p{L}\\p{N}._%@-])|(?<=%(?:${SEPARATORS})))`,
  after: `(?![\\p{L}\\p{N}_@-]|\\.[\\p{L}\\p{N}]|%(?!${SEPARATORS}))`,
};
const PHONE_PREFIX = "(?:(?:\\+|%2B)?91[ -]?|0)?";

/** Makes a function that replaces these details wherever they are whole, also as in a URL or in HTML. */
export function makeEraser(details: readonly Detail[]): Eraser {
  const long = details
    .map((one) => ({ ...one, text: one.text.trim() }))
    .filter(({ text }) => text.length >= DETAIL_LENGTH_MIN)
    .toSorted((one, other) => other.text.length - one.text.length);
  const patterns = new Set(long.flatMap(patternsOf));
  if (patterns.size === 0) return (text) => text;
  const pattern = new RegExp([...patterns].join("|"), "giu");
  return (text) => text.replace(pattern, ERASED);
}

function patternsOf({ text, isPhone }: Detail): string[] {
  const inUrl = encodeURIComponent(text);
  if (isPhone) return [WORD.before + PHONE_PREFIX + toPattern(text) + WORD.after];
  const isAddress = text.includes("@");
  const { before, after } = isAddress ? ADDRESS : WORD;
  const [from, to] = isAddress ? [ADDRESS_IN_URL.before, ADDRESS_IN_URL.after] : [before, after];
  return [
    ...[...new Set([text, escapeHtml(text)])].map((form) => before + toPattern(form) + after),
    from + toPattern(inUrl) + to,
  ];
}

const toPattern = (word: string): string =>
  word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&").replaceAll(/\s+|%20/g, "(?:\\s+|%20|\\+)");

const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Erases in a text, and in the values of a JSON text. */
export function eraseIn(text: string, erase: Eraser): string {
  return isJson(text) ? eraseInJson(text, erase) : erase(text);
}

/** A word that tells the fields apart in which programs read codes. An ID that a merchant gave a payee is not one. */
const CODE = new Set([
  ...["status", "state", "stage", "kind", "type", "mode", "code", "event", "outcome", "verdict", "currency"],
  ...[
    "rail",
    "scope",
    "effect",
    "format",
    "category",
    "change",
    "id",
    "at",
    "hash",
    "utr",
    "reference",
    "key",
  ],
]);

const isCode = (key: string): boolean =>
  !/^bene_?(?:ficiary_?)?id$/i.test(key) &&
  key
    .split(/_|(?<=[a-z\d])(?=[A-Z])/)
    .slice(-1)
    .concat(key.startsWith("status") ? "status" : [])
    .some((word) => CODE.has(word.toLowerCase()));

/** Erases in the values of a JSON text. Keys, codes and the way in which it is written stay. */
function eraseInJson(text: string, erase: Eraser): string {
  let key = "";
  return text.replaceAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g, (whole, inner: string, colon: string | undefined) => {
    if (colon !== undefined) {
      key = inner;
      return whole;
    }
    if (isCode(key)) return whole;
    const value = JSON.parse(whole) as string;
    const erased = erase(value);
    return erased === value ? whole : JSON.stringify(erased);
  });
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
