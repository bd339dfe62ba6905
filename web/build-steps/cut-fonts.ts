// Cuts the typefaces down to the characters that the pages use. The rupee sign is in the latin-ext file, not in the
// latin one, so it is added to each typeface.
import { createRequire } from "node:module";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";

interface Cut {
  name: string;
  packageName: string;
  files: { latin: string; extended: string };
  weights?: { min: number; max: number };
}

const cuts: Cut[] = [
  {
    name: "anek-latin",
    packageName: "@fontsource-variable/anek-latin",
    files: { latin: "anek-latin-latin-wght-normal", extended: "anek-latin-latin-ext-wght-normal" },
    weights: { min: 500, max: 700 },
  },
  {
    name: "ibm-plex-sans",
    packageName: "@fontsource-variable/ibm-plex-sans",
    files: { latin: "ibm-plex-sans-latin-wght-normal", extended: "ibm-plex-sans-latin-ext-wght-normal" },
    weights: { min: 400, max: 600 },
  },
  {
    name: "ibm-plex-mono",
    packageName: "@fontsource/ibm-plex-mono",
    files: { latin: "ibm-plex-mono-latin-400-normal", extended: "ibm-plex-mono-latin-ext-400-normal" },
  },
];

/** The first of the 128 characters of each Indian script's block. Names in these scripts are written in one weight. */
const scripts = {
  devanagari: 0x900,
  bengali: 0x980,
  gurmukhi: 0xa00,
  gujarati: 0xa80,
  oriya: 0xb00,
  tamil: 0xb80,
  telugu: 0xc00,
  kannada: 0xc80,
  malayalam: 0xd00,
};

const printable = Array.from({ length: 0x7e - 0x20 + 1 }, (_, at) => String.fromCodePoint(0x20 + at)).join(
  "",
);
const latinText = `${printable}\u00a0\u00a9\u00b7\u00d7\u00e9\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2190\u2192\u2191\u2193\u2212`;
const extendedText = "\u20b9";

const require = createRequire(import.meta.url);
const target = new URL("../app/fonts/", import.meta.url);
await mkdir(target, { recursive: true });

for (const cut of cuts) {
  const folder = join(dirname(require.resolve(`${cut.packageName}/package.json`)), "files");
  for (const [part, text] of [
    ["latin", latinText],
    ["extended", extendedText],
  ] as const) {
    const source = await readFile(join(folder, `${cut.files[part]}.woff2`));
    const options = cut.weights ? { variationAxes: { wght: cut.weights } } : {};
    const bytes = await subsetFont(source, text, {
      targetFormat: "woff2",
      noHinting: true,
      noLayoutClosure: true,
      keepFeatures: ["kern", "mark", "tnum"],
      ...options,
    });
    const file = `${cut.name}-${part === "latin" ? "latin" : "rupee"}.woff2`;
    await writeFile(new URL(file, target), bytes);
    console.log(`${file} ${bytes.length} bytes`);
  }
}

const pdfTarget = new URL("../../server/src/kit/lib/pdf/fonts/", import.meta.url);
for (const [script, first] of Object.entries(scripts)) {
  const letters = Array.from({ length: 128 }, (_, at) => String.fromCodePoint(first + at)).join("");
  const text = `${letters} \u0964\u0965\u200c\u200d\u25cc`;
  const packageName = `@fontsource-variable/noto-sans-${script}`;
  const folder = join(dirname(require.resolve(`${packageName}/package.json`)), "files");
  const source = await readFile(join(folder, `noto-sans-${script}-${script}-wght-normal.woff2`));
  // All features of a script's layout are kept: its letters do not join without them.
  const pdf = await subsetFont(source, text, {
    targetFormat: "truetype",
    noHinting: true,
    variationAxes: { wght: 400 },
  });
  await writeFile(new URL(`noto-sans-${script}.ttf`, pdfTarget), pdf);
  console.log(`noto-sans-${script}.ttf ${pdf.length} bytes`);
  if (script !== "devanagari") continue;
  const weights = { wght: { min: 400, max: 700 } };
  const page = await subsetFont(source, text, {
    targetFormat: "woff2",
    noHinting: true,
    variationAxes: weights,
  });
  await writeFile(new URL("noto-sans-devanagari.woff2", target), page);
  console.log(`noto-sans-devanagari.woff2 ${page.length} bytes`);
}
