/** Pairs the words of two names, the surest pairs first, so that a doubtful pair never takes a word. */
import { compareWords, isSameSound, type Likeness } from "./compare-words.ts";
import { foldSound } from "./fold-sound.ts";
import type { Name, Word } from "./read-name.ts";

/**
 * The relation of words. `joined`: one word here, several there. `initial`: written out on one side. `cut`:
 * the bank's field ended within it. `kin`: part of the name here, the relative's there.
 */
export type How = Likeness | "joined" | "initial" | "cut" | "kin";

/** Words by their positions in their names; a relative's word has no position. */
export interface Pair {
  readonly given: readonly number[];
  readonly atBank: readonly number[];
  readonly how: How;
}

export interface Pairing {
  readonly pairs: readonly Pair[];
  /** The positions of words without a partner. */
  readonly givenLeft: readonly number[];
  readonly atBankLeft: readonly number[];
  /** True if the bank's field ended before the name did, so that a missing end says nothing. */
  readonly isCut: boolean;
}

interface Side {
  readonly name: Name;
  readonly free: Set<number>;
}

interface Pairer {
  readonly given: Side;
  readonly atBank: Side;
  readonly pairs: Pair[];
}

/** Pairs the words of two names. */
export function pairWords(given: Name, atBank: Name): Pairing {
  const pairer: Pairer = { given: sideOf(given), atBank: sideOf(atBank), pairs: [] };
  pairAlike(pairer, ["same", "same_sound"]);
  pairJoined(pairer);
  pairRuns(pairer);
  const isCut = pairCut(pairer);
  pairAlike(pairer, ["shortened"]);
  pairAlike(pairer, ["slip"]);
  pairInitials(pairer);
  pairAlike(pairer, ["similar"]);
  pairKin(pairer);
  return {
    pairs: pairer.pairs,
    givenLeft: [...pairer.given.free],
    atBankLeft: [...pairer.atBank.free],
    isCut,
  };
}

const sideOf = (name: Name): Side => ({ name, free: new Set(name.words.keys()) });

function take({ given, atBank, pairs }: Pairer, pair: Pair): void {
  for (const at of pair.given) given.free.delete(at);
  for (const at of pair.atBank) atBank.free.delete(at);
  pairs.push(pair);
}

/** Pairs single words of given likenesses; if several fit, the one with the nearest position. */
function pairAlike(pairer: Pairer, wanted: readonly Likeness[]): void {
  for (const how of wanted) {
    for (const g of pairer.given.free) {
      const word = pairer.given.name.words[g]!;
      const found = [...pairer.atBank.free]
        .filter((b) => compareWords(word, pairer.atBank.name.words[b]!) === how)
        .toSorted((one, other) => Math.abs(one - g) - Math.abs(other - g));
      if (found[0] !== undefined) take(pairer, { given: [g], atBank: [found[0]], how });
    }
  }
}

/** Returns runs of two or three neighbouring words that are still free. */
function runsOf({ name, free }: Side): number[][] {
  const starts = [...name.words.keys()];
  return starts.flatMap((start) =>
    [2, 3]
      .map((length) => Array.from({ length }, (_, n) => start + n))
      .filter((run) => run.every((at) => free.has(at))),
  );
}

function takeRun(
  pairer: Pairer,
  runSide: "given" | "atBank",
  { run, at, how }: { run: number[]; at: number; how: How },
) {
  take(pairer, runSide === "given" ? { given: run, atBank: [at], how } : { given: [at], atBank: run, how });
}

const SIDES = [
  ["given", "atBank"],
  ["atBank", "given"],
] as const;

/** Ram Kishore is Ramkishore; Sri Kanth, whose Sri looked like a form of address, is Srikanth. */
function pairJoined(pairer: Pairer): void {
  for (const [long, short] of SIDES) {
    for (const run of runsOf(pairer[long])) {
      const joined = soundOf(run.map((at) => pairer[long].name.words[at]!.text).join(""));
      const at = freeWord(pairer[short], (word) => isSameSound(word.sound, joined));
      if (at !== undefined && run.every((one) => pairer[long].free.has(one)))
        takeRun(pairer, long, { run, at, how: "joined" });
    }
    const title = pairer[long].name.titles.at(-1);
    if (title === undefined || !pairer[long].free.has(0)) continue;
    const joined = soundOf(title + pairer[long].name.words[0]!.text);
    const at = freeWord(pairer[short], (word) => isSameSound(word.sound, joined));
    if (at !== undefined) takeRun(pairer, long, { run: [0], at, how: "joined" });
  }
}

const soundOf = (text: string): string => foldSound(text);

function freeWord({ name, free }: Side, isWanted: (word: Word) => boolean): number | undefined {
  return [...free].find((at) => name.words[at]!.role !== "initial" && isWanted(name.words[at]!));
}

/** Pairs initials that are written as one word: AK is A K, or Ajay Kumar. */
function pairRuns(pairer: Pairer): void {
  for (const [long, short] of SIDES) {
    for (const run of runsOf(pairer[long]).toReversed()) {
      const words = run.map((at) => pairer[long].name.words[at]!);
      const letters = words.map((word) => word.text[0]).join("");
      const at = freeWord(pairer[short], (word) => word.text === letters);
      if (at === undefined || !run.every((one) => pairer[long].free.has(one))) continue;
      const how = words.every((word) => word.role === "initial") ? "joined" : "initial";
      takeRun(pairer, long, { run, at, how });
    }
  }
}

/** Bank fields hold 20 to 40 characters; a shorter name was not truncated. */
const CUT_FROM = 18;
const FIELD_LENGTHS: ReadonlySet<number> = new Set([20, 25, 30, 35, 40]);

/** Returns true if the bank's last word is the beginning of the expected word. */
function pairCut(pairer: Pairer): boolean {
  const { given, atBank } = pairer;
  const last = atBank.name.words.length - 1;
  if (atBank.name.length < CUT_FROM || last < 1 || !atBank.free.has(last)) return false;
  const before = pairer.pairs.filter(({ atBank: places }) => places.every((at) => at < last));
  if (before.flatMap((pair) => pair.atBank).length !== last) return false;
  const due = Math.max(...before.flatMap((pair) => pair.given)) + 1;
  const [whole, part] = [given.name.words[due], atBank.name.words[last]!];
  // The given name must continue exactly there: all words before are paired, in order.
  if (whole === undefined || [...given.free].some((at) => at < due)) return false;
  const isPart = part.text.length > 1 || FIELD_LENGTHS.has(atBank.name.length);
  if (!isPart || whole.text === part.text || !whole.text.startsWith(part.text)) return false;
  take(pairer, { given: [due], atBank: [last], how: "cut" });
  for (const at of [...given.free]) given.free.delete(at);
  return true;
}

/** Pairs each initial with the first word that begins with it; common words may be initials too. */
function pairInitials(pairer: Pairer): void {
  for (const [short, long] of SIDES) {
    for (const at of pairer[short].free) {
      const initial = pairer[short].name.words[at]!;
      if (initial.role !== "initial") continue;
      const full = freeWord(
        pairer[long],
        (word) => word.text[0] === initial.sound || word.sound[0] === soundOf(initial.sound),
      );
      if (full !== undefined) takeRun(pairer, short, { run: [at], at: full, how: "initial" });
    }
  }
}

/** Lakshmi Narayanan may be Lakshmi, wife of Narayanan. */
function pairKin(pairer: Pairer): void {
  for (const [side, other] of SIDES) {
    for (const at of pairer[side].free) {
      const word = pairer[side].name.words[at]!;
      const isKin = pairer[other].name.kin.some((one) => {
        const likeness = compareWords(word, one);
        return likeness === "same" || likeness === "same_sound";
      });
      if (isKin)
        take(
          pairer,
          side === "given"
            ? { given: [at], atBank: [], how: "kin" }
            : { given: [], atBank: [at], how: "kin" },
        );
    }
  }
}
