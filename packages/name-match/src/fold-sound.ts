/** Converts spelling to sound: one key for all ways to write an Indian word in Latin letters. */

/** Rewriting rules, in order; each is one habit of transliteration. */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:dny|jny|gny|jn|gn)/, "gy"],
  [/x|ksh|kch/g, "ks"],
  [/q|ck/g, "k"],
  [/c(?!h)/g, "k"],
  [/chh?/g, "c"],
  [/z/g, "j"],
  [/ph/g, "f"],
  // Gowda, Gouda, Gauda; before a vowel the w is a consonant (Pawar).
  [/[ao]w(?=[^aeiouy]|$)|[ao]u/g, "o"],
  [/w/g, "v"],
  // Writers choose freely whether to write aspiration, and which of the two kinds of s.
  [/([bcdfgjklmnprstv])h/g, "$1"],
  [/a[iey](?=[^aeiouy]|$)|ei/g, "e"],
  [/ee|ea|ie|ii|ey$/g, "i"],
  [/oo/g, "u"],
  [/y/g, "i"],
  [/(.)\1+/g, "$1"],
  [/^[ei]svar/, "isvar"],
  [/svam/g, "sam"],
  // Rajinder, Rajender, Rajendra, Rajindar; Chander, Chandra.
  [/[ei]nd(?:e|i|a)r$|indra$/, "endra"],
  [/and(?:e|i)r$/, "andra"],
];

/** Words that may end in a or not, without a difference in meaning. */
const SILENT_END = new RegExp(
  "(raj|arjun|nat|nivas|dev|sankar|naraian|sekar|venkat|basav|krisn|siv|^ram|gopal|govind|madav|kesav|anant|" +
    "asok|sidart|mukund|baskar|subramani|kisor|brat)a$",
);

const ELIDED_FROM = 5;

/** Returns the sound of a word in lower-case Latin letters; equal sounds are spellings of the same word. */
export function foldSound(word: string): string {
  let sound = word;
  for (const [habit, replacement] of HABITS) sound = sound.replace(habit, replacement);
  sound = sound.replace(SILENT_END, "$1");
  if (sound.length < ELIDED_FROM) return sound;
  // The short a between consonants is hardly heard: Jagdish, Jagadish.
  return sound[0]! + sound.slice(1, -1).replaceAll("a", "") + sound.at(-1)!;
}

/** Removes what Tamil letters do not show: k, g and h, t and d, p, b and f, ch, j and s become equal. */
export function foldTamil(word: string): string {
  const sound = foldSound(word.replaceAll("zh", "l"));
  return sound.replace(/[gh]/g, "k").replaceAll("d", "t").replace(/[bf]/g, "p").replace(/[cj]/g, "s");
}
