/** Writes text of the Indian scripts in plain Latin letters, as people write names and not as scholars do. */
import library from "@indic-transliteration/sanscript";

/** The part of the library that is used; its types describe another module format than it has. */
const sanscript = library as unknown as { t(text: string, from: string, to: string): string };

type Rules = readonly (readonly [RegExp, string])[];

/** Blocks of letters, with the library's names. In the north the short a that ends a word is silent. */
const SCRIPTS = [
  { letters: /[\u0900-\u097f]+/g, scheme: "devanagari", isEndSilent: true },
  { letters: /[\u0980-\u09ff]+/g, scheme: "bengali", isEndSilent: true },
  { letters: /[\u0a00-\u0a7f]+/g, scheme: "gurmukhi", isEndSilent: true },
  { letters: /[\u0a80-\u0aff]+/g, scheme: "gujarati", isEndSilent: true },
  { letters: /[\u0b00-\u0b7f]+/g, scheme: "oriya", isEndSilent: true },
  { letters: /[\u0b80-\u0bff]+/g, scheme: "tamil", isEndSilent: false },
  { letters: /[\u0c00-\u0c7f]+/g, scheme: "telugu", isEndSilent: false },
  { letters: /[\u0c80-\u0cff]+/g, scheme: "kannada", isEndSilent: false },
  { letters: /[\u0d00-\u0d7f]+/g, scheme: "malayalam", isEndSilent: false },
] as const;

/** Letters with a dot that the library knows as one character but Unicode writes as two. */
const DOTTED: Rules = [
  0x958, 0x959, 0x95a, 0x95b, 0x95c, 0x95e, 0x95f, 0x9dc, 0x9dd, 0x9df, 0xa33, 0xa36, 0xa59, 0xa5a, 0xa5b,
  0xa5e, 0xb5c, 0xb5d,
].map((code) => {
  const one = String.fromCodePoint(code);
  return [new RegExp(one.normalize("NFC"), "g"), one];
});

/** Replaces signs that the library does not know by signs that it knows. */
const SIGNS: Rules = [
  [/[\u200b-\u200f\u2060\ufeff]/g, ""],
  [/(?<!\p{L})(?:डॉ|ડૉ|ડો|डा|ডা|ডাঃ|ਡਾ|ଡା|డా|ಡಾ|ഡോ)(?:\.|ः|ଃ)?(?=[.\s])/gu, "Dr"],
  [/\u0922\u093c/g, "ड़्ह"],
  ...DOTTED,
  [/[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g, ""],
  [/ൺ/g, "ണ്"],
  [/ൻ/g, "ന്"],
  [/ർ/g, "ര്"],
  [/ൽ/g, "ല്"],
  [/ൾ/g, "ള്"],
  [/ൿ/g, "ക്"],
  [/ৎ/g, "ত্"],
  [/ৰ/g, "র"],
  [/ৱ/g, "ব"],
  [/ୱ/g, "ଵ"],
  [/\u0a71(?=([\u0a15-\u0a39]))/g, "$1\u0a4d"],
  [/[\u0a71\u0a51]/g, ""],
  [/[ऍॲ]/g, "ऐ"],
  [/\u0945/g, "\u0948"],
  [/ઍ/g, "એ"],
  [/ઑ/g, "ઓ"],
  [/\u0ac5/g, "\u0ac7"],
  [/\u0ac9/g, "\u0acb"],
];

/** Tamil has one letter for k, g and h, and likewise for others: the neighbours decide which is meant. */
const TAMIL: Rules = [
  [/ḥbh/g, "f"],
  [/jhjh/g, "c"],
  [/jh/g, "s"],
  [/ñs/g, "ñj"],
  [/([gḍdb])h/g, "$1"],
  [/(?<![ṅgaāiīuūeēoō])g|g(?=g)|(?<=g)g/g, "k"],
  [/(?<![ṇaāiīuūeēoō])ḍ|ḍ(?=ḍ)|(?<=ḍ)ḍ/g, "ṭ"],
  [/g(?=ṣ)/g, "k"],
  [/(?<!n)d/g, "th"],
  [/(?<!m)b/g, "p"],
  [/thth/g, "tth"],
  // Sanskrit br and pr, which Tamil splits.
  [/ppir/g, "br"],
  [/(?<!\p{L})magē/gu, "mahē"],
  [/(?<!\p{L})magā/gu, "mahā"],
  [/ḻ/g, "zh"],
];

const OF_SCHEME: Readonly<Record<string, Rules>> = {
  tamil: TAMIL,
  bengali: [[/v/g, "b"]],
  malayalam: [
    [/ṟṟ/g, "tt"],
    [/ḻ/g, "zh"],
  ],
};

/** Replaces the library's scholarly letters with the everyday ones. */
const LETTERS: Rules = [
  [/siṁha?(?!\p{L})/gu, "singh"],
  [/jñ/g, "gy"],
  [/ñ(?=[cj])/g, "n"],
  [/r̥̄?/g, "ri"],
  [/l̥̄?/g, "li"],
  [/k͟h/g, "kh"],
  [/ġ/g, "gh"],
  [/ch/g, "chh"],
  [/c(?!h)/g, "ch"],
  [/[śṣ]/g, "sh"],
  [/m̐/g, "ṁ"],
  [/ṁ(?=[pbmf]|$|\P{L})/gu, "m"],
  [/ṁ/g, "n"],
];

/** Returns `text` with Indian scripts in Latin letters and their digits as 0 to 9; the rest stays. */
export function indicToLatin(text: string): string {
  let latin = rewrite(text.normalize("NFC"), SIGNS);
  for (const { letters, scheme, isEndSilent } of SCRIPTS) {
    latin = latin.replace(letters, (run: string, at: number, whole: string) => {
      const read = sanscript.t(run, scheme, "iso").normalize("NFC");
      const word = write(rewrite(read, OF_SCHEME[scheme] ?? []), isEndSilent);
      return whole[at + run.length] === "." ? (INITIALS.get(word) ?? word) : word;
    });
  }
  return latin;
}

/** Initials before a full stop: the Latin letters by their names, and single letters of the script itself. */
const INITIALS: ReadonlyMap<string, string> = new Map(
  [
    ..."A:E B:Bi C:Si D:Di E:I F:Eph F:Ef G:Ji H:Ech I:Ai J:Je K:Ke L:El M:Em N:En P:Pi Q:Kyu R:Ar S:Es".split(
      " ",
    ),
    ..."T:Ti U:Yu V:Vi W:Dablyu X:Eks Y:Vai Z:Zed B:Ba D:Da G:Ga H:Ha J:Ja K:Ka L:La M:Ma N:Na P:Pa R:Ra".split(
      " ",
    ),
    ..."S:Sa S:Sha T:Ta V:Va Y:Ya".split(" "),
    // The short form of Mohammed.
    "Md:Mo",
  ].map((pair) => pair.split(":").toReversed() as [string, string]),
);

function write(read: string, isEndSilent: boolean): string {
  const heard = isEndSilent ? read.replace(SILENT_A, "") : read;
  const plain = withoutMarks(rewrite(heard, LETTERS));
  return plain.replace(/(?<!\p{L})\p{L}/gu, (first) => first.toUpperCase());
}

/**
 * The last a of Krishna, Mishra and Gupta is kept: it is pronounced after several consonants, unless the first is a
 * nasal or the consonant is doubled.
 */
const SILENT_A = /(?<=[aāiīuūeēoōêô]([ṁḥnmṅñṇ]?[^aāiīuūeēoōêô\P{L}]|\2([^aāiīuūeēoō\P{L}]))h?)a(?!\p{L})/gu;

const rewrite = (text: string, rules: Rules): string =>
  rules.reduce((written, [letters, plain]) => written.replace(letters, plain), text);

/** Removes accents, and replaces letters that are not accented ones by the letters that stand for them. */
export function withoutMarks(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ßẞæÆœŒøØłŁđĐðÐþÞı]/g, (letter) => STAND_INS[letter]!);
}

const STAND_INS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ẞ: "SS", æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", ø: "o", Ø: "O", ł: "l", Ł: "L", đ: "d", Đ: "D" },
  ...{ ð: "d", Ð: "D", þ: "th", Þ: "Th", ı: "i" },
};
