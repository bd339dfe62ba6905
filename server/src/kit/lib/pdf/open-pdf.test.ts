import assert from "node:assert/strict";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { openPdf, writable } from "./open-pdf.ts";

/** A name in each script, with letters that join, stand before their consonant, or take marks. */
const NAMES = [
  "किशोर त्रिपाठी",
  "সৌমিত্র চট্টোপাধ্যায়",
  "ਗੁਰਪ੍ਰੀਤ ਢਿੱਲੋਂ",
  "ધીરુભાઈ કૃષ્ણ",
  "ଶ୍ରୀ ଜଗନ୍ନାଥ",
  "ஸ்ரீனிவாசன் மகேஸ்வரி",
  "శ్రీనివాసరావు కృష్ణమూర్తి",
  "ಶ್ರೀ ಕೃಷ್ಣ ಮೂರ್ತಿ",
  "ശ്രീ കൃഷ്ണൻ പൊന്നമ്മ",
];

async function draw(lines: readonly string[], width = 500): Promise<{ pdf: Buffer; pages: string }> {
  const pdf = await openPdf({ title: "T", at: new Date("2026-11-26T10:00:00Z") });
  for (const [at, line] of lines.entries()) pdf.write(line, { x: 40, y: 40 + 20 * at, width });
  const bytes = await pdf.finish();
  const text = bytes.toString("latin1");
  const streams = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body]) => {
    try {
      return inflateSync(Buffer.from(body!, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return { pdf: bytes, pages: streams.filter((stream) => stream.includes(" Tf")).join("\n") };
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Returns the texts that readers copy and search: they go with the letters, in UTF-16. */
function actualTexts(pages: string): string[] {
  return [...pages.matchAll(/\/ActualText \(\xfe\xff((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, raw]) => {
    const bytes = raw!.replaceAll(/\\([\s\S])/g, (_, sign: string) => ESCAPED[sign] ?? sign);
    return Buffer.from(bytes, "latin1").swap16().toString("utf16le");
  });
}

test("names, masks and amounts stay readable in the letters that the fonts have", () => {
  const table: readonly (readonly [string, string])[] = [
    ["आशा राव", "आशा राव"],
    ["ਗਿੱਲ ਸਿੰਘ & Sons", "ਗਿੱਲ ਸਿੰਘ & Sons"],
    ["•••• 7890", "XXXX 7890"],
    ["José D’Souza", "José D'Souza"],
    ["Łukasz", "Lukasz"],
    ["Uma – “Unit 2” — ₹1,500.00…", 'Uma – "Unit 2" – ₹1,500.00…'],
    ["王", "?"],
    ["Asha 🌸 Rao", "Asha Rao"],
    ["👩🏽‍💻 Uma 🇮🇳", " Uma"],
    ["Unit #2 * 100©", "Unit #2 * 100©"],
  ];
  for (const [given, shown] of table)
    assert.equal(
      writable(given, () => true),
      shown,
    );
  assert.equal(
    writable("आशा राव", () => false),
    "Asha Rav",
  );
});

test("a name in each of the nine scripts is written with its font, and can be copied", async () => {
  const { pdf, pages } = await draw(NAMES);
  assert.deepEqual(actualTexts(pages), NAMES);
  const fonts = pdf.toString("latin1").match(/(?<=FontName \/[A-Z]+\+)NotoSans\w+/g);
  assert.equal(new Set(fonts).size, NAMES.length, String(fonts));
  // Glyph 0 is the box for a letter that a font does not have.
  assert.doesNotMatch(pages, /<0000|(?<=[0-9a-f]{4})0000/);
  assert.ok(pdf.length < 60_000, `${pdf.length} bytes`);
});

test("a long name is cut between letters as people count them, and odd orders of letters harm nothing", async () => {
  const { pages } = await draw(["क्षत्रिय ".repeat(20)], 60);
  const [cut] = actualTexts(pages);
  assert.match(cut!, /^(?:क्षत्रिय )*क्ष(?:त्रि(?:य)?)?$/);
  await draw(["ੑ਼ੱੰ", "्््", "ംഃൗ", "\u200d\u200c", "क\u200d", "।", "௹ఁ఼ಀ"]);
});
