/**
 * The reporter of a whole run for `node --test`: shows failures, the closing lines, and on stderr the progress. It
 * leaves out the names of the tests that pass, because there are thousands.
 */
import { spec as Spec } from "node:test/reporters";

/** A terminal shows the progress in one line; a log gets a line this often. */
const LOG_EVERY_MS = 30_000;

/** Clears the line in which a terminal shows the progress. */
const CLEAR = process.stderr.isTTY ? "\r\u001B[K" : "";

interface Event {
  readonly type: string;
  readonly data: {
    readonly file?: string;
    readonly name?: string;
    readonly nesting?: number;
    readonly skip?: string | boolean;
    readonly details?: { readonly type?: string };
  };
}

interface Progress {
  files: number;
  passed: number;
  failed: number;
}

export default async function* showProgress(events: AsyncIterable<Event>): AsyncGenerator<string> {
  const spec = new Spec();
  const show = startShowing(Number(process.env.VITARAN_TEST_FILES));
  const progress: Progress = { files: 0, passed: 0, failed: 0 };
  for await (const event of events) {
    count(progress, event);
    spec.write(event);
    const text = spec.read() as Buffer | null;
    if (text !== null && isShown(event)) {
      process.stderr.write(CLEAR);
      yield text.toString();
    }
    if (endsFile(event)) show(progress);
  }
  process.stderr.write(CLEAR);
  spec.end();
  yield String(spec.read() ?? "");
}

/** Everything but the tests that pass and what they say about themselves; node's closing lines belong to no file. */
const isShown = ({ type, data }: Event): boolean =>
  type !== "test:pass" && (type !== "test:diagnostic" || data.file === undefined);

function count(progress: Progress, event: Event): void {
  if (endsFile(event)) progress.files += 1;
  if (event.data.details?.type === "suite") return;
  if (event.type === "test:pass" && (event.data.skip ?? false) === false) progress.passed += 1;
  if (event.type === "test:fail") progress.failed += 1;
}

/** A file that shares its process is a suite with its name; of any other the runner sends a summary. */
function endsFile({ type, data }: Event): boolean {
  if (type === "test:summary") return data.file !== undefined && !/[/\\]small-[^/\\]+$/.test(data.file);
  const ends = type === "test:pass" || type === "test:fail";
  return ends && data.nesting === 0 && data.details?.type === "suite" && data.name!.endsWith(".test.ts");
}

function startShowing(files: number): (progress: Progress) => void {
  const started = Date.now();
  let shownAt = started;
  return (progress) => {
    const now = Date.now();
    if (!process.stderr.isTTY && progress.files < files && now - shownAt < LOG_EVERY_MS) return;
    shownAt = now;
    const seconds = Math.floor((now - started) / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    const tests = `${progress.passed} tests passed, ${progress.failed} failed`;
    const line = `${time}  ${progress.files} of ${files} files done, ${tests}`;
    process.stderr.write(CLEAR === "" ? `${line}\n` : CLEAR + line);
  };
}
