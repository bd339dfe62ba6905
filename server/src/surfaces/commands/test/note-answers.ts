/** Notes how commands answer, in a text that is the same in every run. */
import type { Command } from "commander";
import type { Operator } from "./make-operator.ts";

type Options = Readonly<Record<string, string | true>>;
/** The part of an answer that later commands need. */
export type Answer = Record<string, string> & Record<string, string>[];

/** Returns a function that runs a command, the commands that it ran, and the notes. */
export function noteAnswers(operator: Operator) {
  const told: string[] = [];
  const seen = new Map<string, string>();
  const asked = new Set<string>();
  const ask = async (command: string, options: Options = {}): Promise<Answer> => {
    asked.add(command);
    const crashed = (error: Error) => ({ code: "crashed", out: "", err: `${error.message}\n` });
    const { code, out, err } = await operator.end(command, options).catch(crashed);
    const words = Object.entries(options).map(
      ([name, value]) => ` --${name}${value === true ? "" : ` ${value}`}`,
    );
    const answer = `${out}${err.replace(/\n\nUsage[^]*/, "\n")}`;
    told.push(hideWhatVaries(`$ vitaran ${command}${words.join("")}\n[${code}] ${answer}`, seen));
    return (/^[[{]/.test(out) ? JSON.parse(out) : {}) as Answer;
  };
  return { ask, asked, told };
}

/** Returns the help that `--help` shows for a command. */
export function helpOf(command: Command): string {
  let page = "";
  command.configureOutput({ writeOut: (text) => (page += text) }).configureHelp({ helpWidth: 120 });
  command.outputHelp();
  return page;
}

/** Ids keep their identity within one test: the same id gets the same number. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const VARYING: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN[^]*?END PUBLIC KEY-----\\n/g, "(key)"],
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g, "(moment)"],
  [/\b20\d{2}-\d{2}-\d{2}\b/g, "(day)"],
  // Members of a test process are numbered, and files may share one.
  [/\b([a-z]+)\.\d+@example\.com/g, "$1.(n)@example.com"],
  [/http:\/\/127\.0\.0\.1:\d+/g, "(address)"],
  [/\/\S*vitaran-operator-\w+/g, "(folder)"],
  [
    /"((?:client)?[sS]ecret|clientId|link|contentHash|text|page|number)": "(?:[^"\\]|\\.)*"/g,
    '"$1": "(varies)"',
  ],
  [/"((?:x-)?webhook-\w+|x-cf-\w+|signature)": "(?:[^"\\]|\\.)*"/g, '"$1": "(varies)"'],
  [/"(durationMs|latencyMs|p95Ms)": [\d.]+/g, '"$1": 0'],
  [/\bvk_(sandbox|live)_\w+/g, "(key pair)"],
  [/(signature=)[\w%]+/g, "$1(varies)"],
  [/("accountLast4"): "\d{4}"/g, '$1: "(varies)"'],
  [/(--content) [0-9a-f]{8,}/g, "$1 (hash)"],
  [/\b[0-9]{9,}\b/g, "(digits)"],
  // Merchants that were made in the first minute of a database may have unsealed rows.
  [/"merchants": \d+/g, '"merchants": "(varies)"'],
  // Tests number the merchants of a process.
  [/\bMerchant \d+/g, "Merchant (number)"],
];

/** Replaces moments, secrets, addresses and long numbers by their kinds, and ids by numbers that `seen` keeps. */
function hideWhatVaries(text: string, seen: Map<string, string>): string {
  const named = text.replace(UUID, (id) => {
    if (!seen.has(id)) seen.set(id, `(id ${seen.size + 1})`);
    return seen.get(id)!;
  });
  return VARYING.reduce((shown, [pattern, kind]) => shown.replace(pattern, kind), named);
}
