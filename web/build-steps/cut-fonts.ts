// Cuts the type faces down to what the pages use, and gives each face its rupee sign,
// which lives in the latin-ext file and not in the latin one.
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
