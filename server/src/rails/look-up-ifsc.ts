/** Whose an IFSC is, and whether it is on the published list: a packed copy, unpacked when first asked. */
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { isIfsc } from "./formats.ts";

export interface IfscFacts {
  /** The code in upper case. */
  readonly ifsc: string;
  /** On the list we ship; new branches appear there later than in life. */
  readonly valid: boolean;
  /** The bank's own code; for a bank that uses a sponsor's codes, not the four letters of the IFSC. */
  readonly bankCode: string;
  /** Null for a bank not on the list. */
  readonly bankName: string | null;
  /** The four letters: the bank that is connected to the rails; its health is what counts. */
  readonly sponsorCode: string;
  /** False for the few that take no IMPS. */
  readonly imps: boolean;
  /** Whether the bank is listed as live on UPI. */
  readonly upi: boolean;
}

interface Heading {
  version: string;
  date: string;
  prefixes: string;
  counts: number[];
  names: Record<string, string>;
  upi: string[];
  noImps: string[];
  sublets: Record<string, string>;
}

interface List {
  version: string;
  date: string;
  /** Where the branches of a prefix stand in `branches`: from, and up to. */
  ranges: Map<string, [number, number]>;
  /** All branches, prefix by prefix, ascending, as base-36 numbers. */
  branches: Uint32Array;
  names: Map<string, string>;
  upi: Set<string>;
  noImps: Set<string>;
  sublets: Map<string, string>;
}

let list: List | null = null;

/**
 * What is known of an IFSC; letters in either case. Null when the text has not the shape of one. A code of
 * right shape that is not listed has `valid: false`: shape and existence are separate questions.
 */
export function lookUpIfsc(text: string): IfscFacts | null {
  const ifsc = text.toUpperCase();
  if (!isIfsc(ifsc)) return null;
  list ??= unpack();
  const sponsorCode = ifsc.slice(0, 4);
  const owner = ownerOf(list, ifsc) ?? sponsorCode;
  const isCode = /^[A-Z]{4}$/.test(owner);
  const bankCode = isCode ? owner : sponsorCode;
  return {
    ifsc,
    valid: isListed(list, sponsorCode, Number.parseInt(ifsc.slice(5), 36)),
    bankCode,
    bankName: isCode ? (list.names.get(owner) ?? null) : owner,
    sponsorCode,
    imps: !list.noImps.has(sponsorCode),
    upi: list.upi.has(bankCode),
  };
}

/** Version and date of the list, and how many codes it has. */
export function ifscEdition(): { version: string; date: string; codes: number } {
  list ??= unpack();
  return { version: list.version, date: list.date, codes: list.branches.length };
}

/** The bank that uses a sponsor's codes: by the whole code, or by the longest beginning that is listed. */
function ownerOf({ sublets }: List, ifsc: string): string | undefined {
  for (let length = ifsc.length; length >= 4; length -= 1) {
    const owner = sublets.get(ifsc.slice(0, length));
    if (owner !== undefined) return owner;
  }
  return undefined;
}

function isListed({ ranges, branches }: List, prefix: string, branch: number): boolean {
  let [from, upto] = ranges.get(prefix) ?? [0, 0];
  const end = upto;
  while (from < upto) {
    const middle = (from + upto) >>> 1;
    if (branches[middle]! < branch) from = middle + 1;
    else upto = middle;
  }
  return from < end && branches[from] === branch;
}

/** The file's layout is told in scripts/pack-ifsc.mjs. */
function unpack(): List {
  const bytes = brotliDecompressSync(readFileSync(new URL("./data/ifsc.bin", import.meta.url)));
  const start = 4 + bytes.readUInt32LE(0);
  const heading = JSON.parse(bytes.toString("utf8", 4, start)) as Heading;
  const branches = new Uint32Array(heading.counts.reduce((sum, count) => sum + count, 0));
  const ranges = new Map<string, [number, number]>();
  let at = start;
  let index = 0;
  heading.prefixes.split(",").forEach((prefix, nth) => {
    const end = index + heading.counts[nth]!;
    ranges.set(prefix, [index, end]);
    let last = 0;
    for (; index < end; index += 1) {
      let scale = 1;
      let byte = bytes[at++]!;
      for (; byte >= 128; byte = bytes[at++]!, scale *= 128) last += (byte - 128) * scale;
      last += byte * scale;
      branches[index] = last;
    }
  });
  return {
    version: heading.version,
    date: heading.date,
    ranges,
    branches,
    names: new Map(Object.entries(heading.names)),
    upi: new Set(heading.upi),
    noImps: new Set(heading.noImps),
    sublets: new Map(Object.entries(heading.sublets)),
  };
}
