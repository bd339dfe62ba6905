/**
 * Finds names that look alike to a person who reads them in a hurry. Names are compared in this way only: two members
 * may have the same name, and then their addresses distinguish them.
 */

/** Latin letters, each with the letters and digits that look like it in its small or its large form. */
const TWINS: Readonly<Record<string, string>> = {
  a: "аАαΑɑᴀᎪꓮ",
  b: "ьЬвВβΒʙᏴꓐ",
  c: "сСϲϹᴄᏟꓚ",
  d: "ԁԀđĐᴅᎠꓓ",
  e: "еЕεΕєЄᴇᎬꓰ",
  f: "ꜰꓝ",
  g: "ɡԌɢᏀꓖ",
  h: "һҺНнΗհħĦʜᎻꓧ",
  j: "јЈϳᴊᎫꓙ",
  k: "кКκΚᴋᏦꓗ",
  l: "iI1|іІιΙıɩӏӀłŁɪʟᏞꓲꓡ",
  m: "мМΜᴍᎷꓟ",
  n: "ΝηпոɴꓠИи",
  o: "0оОοΟσօøØᴏꓳ",
  p: "рРρΡᴘᏢꓑ",
  q: "ԛԚգ",
  r: "гɾʀᎡᏒꓣ",
  s: "5ѕЅꜱᏚꓢ",
  t: "тТτΤŧŦᴛᎢꓔ",
  u: "υսʋᴜꓴ",
  v: "νѵѴᴠᏙꓦ",
  w: "ԝԜωѡᴡᎳꓪ",
  x: "хХχΧꓫ",
  y: "уУүҮγΥყʏꓬ",
  z: "ΖᴢᏃꓜ",
};

const TWIN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(TWINS).flatMap(([letter, twins]) => [...twins].map((twin) => [twin, letter] as const)),
);

/** Spaces, signs, accents and invisible characters are ignored. Vowel signs of Indian scripts stay. */
const UNREAD = /[^\p{L}\p{N}\p{M}]|\p{Script=Inherited}|\p{Default_Ignorable_Code_Point}/u;

/** The blocks of Indian scripts have the same order of letters, so a name has the same positions in each of them. */
const INDIAN = /[\u0900-\u0d7f]/;
const inFirstIndian = (letter: string): string =>
  String.fromCodePoint(0x900 + (letter.codePointAt(0)! & 0x7f));

/** Returns all forms in which a name may be read. Two names look alike if they share one of these. */
export function looksOf(name: string): readonly string[] {
  return [...new Set([lookOf(name), lookOf(name.toUpperCase())])];
}

function lookOf(text: string): string {
  const letters = [...text.normalize("NFKD")].map((letter) => {
    const twin = TWIN_OF.get(letter);
    if (twin !== undefined) return twin;
    if (UNREAD.test(letter)) return "";
    return INDIAN.test(letter) ? inFirstIndian(letter) : letter.toLowerCase();
  });
  return letters.join("").replaceAll("rn", "m").replaceAll("vv", "w");
}
