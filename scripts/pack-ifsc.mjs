/**
 * Packs the IFSC list of the npm package `ifsc` (data only) into server/src/money/rails/data/ifsc.bin.
 *
 *   node scripts/pack-ifsc.mjs [--date YYYY-MM-DD]
 *
 * The date is that of the list, by default of the file already there; give it with each new edition. The
 * file, under brotli: length of the heading (4 bytes, little endian), the heading (JSON), then for each bank
 * prefix its branches as ascending base-36 numbers, each written as the difference from the one before (7
 * bits per byte).
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const require = createRequire(import.meta.url);
const target = new URL("../server/src/money/rails/data/ifsc.bin", import.meta.url);

const branches = require("ifsc/src/IFSC.json");
const banks = require("ifsc/src/banks.json");
const names = require("ifsc/src/banknames.json");
// The table made by hand corrects the published one.
const sublets = { ...require("ifsc/src/sublet.json"), ...require("ifsc/src/custom-sublets.json") };

/** The Reserve Bank's own branches do not accept IMPS, although the list does not say so. */
const NO_IMPS = ["RBIS", "RBIN", "RBIP"];

const { values } = parseArgs({ options: { date: { type: "string" } } });
const prefixes = Object.keys(branches).sort();
const lists = prefixes.map((prefix) => numbersOf(prefix));
const known = new Set([...prefixes, ...Object.values(sublets)]);

const heading = {
  version: require("ifsc/package.json").version,
  date: values.date ?? dateOfTarget(),
  prefixes: prefixes.join(","),
  counts: lists.map((list) => list.length),
  names: Object.fromEntries(Object.entries(names).filter(([code]) => known.has(code))),
  upi: Object.keys(banks).filter((code) => banks[code].upi === true && known.has(code)),
  noImps: [...new Set([...NO_IMPS, ...Object.keys(banks).filter((code) => banks[code].imps === false)])],
  sublets,
};

const headingBytes = Buffer.from(JSON.stringify(heading));
const length = Buffer.alloc(4);
length.writeUInt32LE(headingBytes.length);
const raw = Buffer.concat([length, headingBytes, ...lists.map(differences)]);
const packed = brotliCompressSync(raw, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  },
});
writeFileSync(target, packed);
const total = lists.reduce((sum, list) => sum + list.length, 0);
console.log(`${total} IFSCs of ${prefixes.length} prefixes, edition ${heading.version} of ${heading.date}`);
console.log(`${raw.length} bytes, packed ${packed.length}`);

function numbersOf(prefix) {
  const list = branches[prefix].map((branch) => {
    const text = String(branch).padStart(6, "0");
    if (!/^[A-Z]{4}$/.test(prefix) || !/^[A-Z0-9]{6}$/.test(text))
      throw new Error(`not an IFSC: ${prefix}0${text}`);
    return Number.parseInt(text, 36);
  });
  return [...new Set(list)].sort((a, b) => a - b);
}

function differences(list) {
  const bytes = [];
  let last = 0;
  for (const number of list) {
    let rest = number - last;
    last = number;
    while (rest >= 128) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

function dateOfTarget() {
  if (!existsSync(target)) throw new Error("give the list's date: --date YYYY-MM-DD");
  const bytes = brotliDecompressSync(readFileSync(target));
  return JSON.parse(bytes.subarray(4, 4 + bytes.readUInt32LE(0)).toString()).date;
}
