import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeCamt053 } from "@vitaran/server/test/write-statement-file.ts";
import type { Figure } from "./figure.ts";
import type { Lab } from "./open-lab.ts";
import { startProgram } from "./start-program.ts";

const MAIN = "server/src/main.ts";
const DEBIT_ACCOUNT = "50100000000053";
const BANK = "drongbank";
const DAY_MS = 86_400_000;
const KILOBYTE = 1_024;

/** This runs in the command's process and prints its peak memory when it exits. */
const SAY_MEMORY =
  "import { writeFileSync } from 'node:fs';" +
  "process.on('exit', () => writeFileSync(process.env.MEMORY_FILE, String(process.resourceUsage().maxRSS)));";

/** Measures the command that imports a long camt.053: from the file to lines that are matched or in suspense. */
export async function measureImport(lab: Lab): Promise<Figure[]> {
  const { statementLines: lineCount } = lab.scale;
  lab.say(`import of a camt.053 of ${lineCount.toLocaleString("en")} lines`);
  const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
  const [path, memoryFile] = [join(lab.folder, "statement.xml"), join(lab.folder, "memory.txt")];
  const environment = {
    DATABASE_URL: await lab.makeDatabase("statements"),
    VITARAN_DATA_DIR: join(lab.folder, "statements"),
    BANK_API_KEY: "bench",
    BANK_CALLBACK_SECRET: "bench",
    MEMORY_FILE: memoryFile,
  };
  const run = async (args: readonly string[], nodeOptions: readonly string[] = []): Promise<string> => {
    const { output, ended } = startProgram(MAIN, args, { environment, nodeOptions });
    if ((await ended) !== 0) throw new Error(`${args[0]} has failed`);
    return output;
  };
  const merchant = await makeMerchant(run, pathToFileURL(lab.folder).href);
  await writeCamt053({ path, debitAccount: DEBIT_ACCOUNT, day, lineCount });
  const startedAt = performance.now();
  const output = await run(
    ["import-statement", "--merchant", merchant, "--bank", BANK, "--format", "camt", "--file", path],
    ["--import", `data:text/javascript,${encodeURIComponent(SAY_MEMORY)}`],
  );
  const tookMs = performance.now() - startedAt;
  const [imported] = JSON.parse(output) as { newLines: number }[];
  if (imported?.newLines !== lineCount)
    throw new Error(`${imported?.newLines} of ${lineCount} lines were taken`);
  const memory = Number(readFileSync(memoryFile, "utf8")) * KILOBYTE;
  const details = { lines: lineCount, fileBytes: statSync(path).size };
  return [
    {
      name: "import of a camt.053, file to matched lines",
      value: tookMs / 1_000,
      unit: "s",
      goals: [{ of: "value", atMost: 60 }],
      details,
    },
    {
      name: "import of a camt.053, memory of the process",
      value: memory,
      unit: "bytes",
      goals: [{ of: "value", atMost: 300_000_000 }],
      details,
    },
  ];
}

/** Creates a separate merchant with a bank that leaves files. */
async function makeMerchant(
  run: (args: readonly string[]) => Promise<string>,
  folder: string,
): Promise<string> {
  const said = async (args: readonly string[]): Promise<Record<string, string>> =>
    JSON.parse(await run(args)) as Record<string, string>;
  await run(["migrate"]);
  const { organizationId } = await said(["create-organization", "--name", "Statements"]);
  const { merchantId } = await said([
    ...["create-merchant", "--organization", organizationId!, "--name", "Statements", "--mode", "live"],
  ]);
  await run([
    ...["add-bank", "--bank", BANK, "--name", "Drong Bank", "--adapter", "iso20022", "--ifsc", "DRNG"],
    ...["--rails", "neft"],
  ]);
  await run([
    ...["connect-bank", "--merchant", merchantId!, "--bank", BANK, "--adapter", "iso20022"],
    // No bank reads the folder.
    ...["--base-url", folder, "--debit-account", DEBIT_ACCOUNT, "--untested"],
  ]);
  return merchantId!;
}
