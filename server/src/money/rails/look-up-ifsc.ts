/** Looks up an IFSC's bank, and whether it is on the published list: a packed copy, unpacked at first use. */
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { isIfsc } from "./formats.ts";

export interface IfscFacts {
  /** The code in upper case. */
  readonly ifsc: string;
  /** True if it is on the list in force, or known beside it; new branches appear there late. */
  readonly valid: boolean;
  /** The bank's own code; for a bank that uses a sponsor's codes, not the four letters of the IFSC. */
  readonly bankCode: string;
  /** Null for a bank that is not on the list. */
  readonly bankName: string | null;
  /** The four letters: the bank that is connected to the rails, whose health counts. */
  readonly sponsorCode: string;
  /** False for the few that do not take IMPS. */
  readonly imps: boolean;
  /** True if the bank is listed as live on UPI. */
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

/** The codes of one day. */
interface Codes {
  date: string;
  /** The place of a prefix's branches in `branches`: from, and up to. */
  ranges: Map<string, [number, number]>;
  /** All branches, prefix by prefix, ascending, as base-36 numbers. */
  branches: Uint32Array;
}

interface List extends Codes {
  version: string;
  names: Map<string, string>;
  upi: Set<string>;
  noImps: Set<string>;
  sublets: Map<string, string>;
}

let list: List | null = null;
/** A list that the operator has loaded, in place of the codes that we ship. */
let renewed: Codes | null = null;
/**
 * Codes that are known besides those in the list: added by an operator, accepted by a bank, or replaced by new ones.
 */
const beside = new Map<string, { readonly replacedBy: string | null }>();

/** A code that is known besides those in the list. A replaced code is no longer valid. */
export interface KnownIfsc {
  readonly ifsc: string;
  readonly replacedBy: string | null;
}

/** Uses the codes of a newer list, in upper case. Null means those that we ship. */
export function renewIfscs(given: { readonly date: string; readonly codes: readonly string[] } | null): void {
  renewed = given === null ? null : { date: given.date, ...rangesOf(given.codes) };
}

/** Notes codes beside the list. Nothing noted before is forgotten. */
export function learnIfscs(codes: readonly KnownIfsc[]): void {
  for (const { ifsc, replacedBy } of codes) beside.set(ifsc, { replacedBy });
}

/** Returns the code that replaces an old one according to an operator; null if there is none. */
export const replacementOf = (ifsc: string): string | null => beside.get(ifsc)?.replacedBy ?? null;

/**
 * Returns what is known of an IFSC, letters in either case; null if the format is wrong. A code of the right
 * format that is not listed has `valid: false`: format and existence are separate questions.
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
    valid: isValid(list, ifsc),
    bankCode,
    bankName: isCode ? (list.names.get(owner) ?? null) : owner,
    sponsorCode,
    imps: !list.noImps.has(sponsorCode),
    upi: list.upi.has(bankCode),
  };
}

/** Returns the version of the shipped list, and the date and the number of codes of the list in force. */
export function ifscEdition(): { version: string; date: string; codes: number } {
  list ??= unpack();
  const { date, branches } = renewed ?? list;
  return { version: list.version, date, codes: branches.length };
}

/** Returns true if any code on the list begins with these four letters. */
export function isIfscPrefix(prefix: string): boolean {
  list ??= unpack();
  return list.ranges.has(prefix) || renewed?.ranges.has(prefix) === true;
}

/** A code that a bank or an operator has reported takes precedence over the list. */
function isValid(shipped: List, ifsc: string): boolean {
  const noted = beside.get(ifsc);
  if (noted !== undefined) return noted.replacedBy === null;
  return isListed(renewed ?? shipped, ifsc.slice(0, 4), Number.parseInt(ifsc.slice(5), 36));
}

/** Returns codes in any order in the form that `unpack` gives them. */
function rangesOf(codes: readonly string[]): Omit<Codes, "date"> {
  const sorted = [...new Set(codes)].sort();
  const ranges = new Map<string, [number, number]>();
  const branches = Uint32Array.from(sorted, (code) => Number.parseInt(code.slice(5), 36));
  sorted.forEach((code, index) => {
    const range = ranges.get(code.slice(0, 4));
    if (range === undefined) ranges.set(code.slice(0, 4), [index, index + 1]);
    else range[1] = index + 1;
  });
  return { ranges, branches };
}

/** Returns the bank that uses a sponsor's codes: by the whole code, or by the longest listed beginning. */
function ownerOf({ sublets }: List, ifsc: string): string | undefined {
  for (let length = ifsc.length; length >= 4; length -= 1) {
    const owner = sublets.get(ifsc.slice(0, length));
    if (owner !== undefined) return owner;
  }
  return undefined;
}

function isListed({ ranges, branches }: Codes, prefix: string, branch: number): boolean {
  let [from, upto] = ranges.get(prefix) ?? [0, 0];
  const end = upto;
  while (from < upto) {
    const middle = (from + upto) >>> 1;
    if (branches[middle]! < branch) from = middle + 1;
    else upto = middle;
  }
  return from < end && branches[from] === branch;
}

/** Unpacks the list; scripts/pack-ifsc.mjs describes the file's layout. */
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
