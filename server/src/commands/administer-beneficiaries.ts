/** The operator command that imports the beneficiaries of a merchant from another system. */
import type { Command } from "commander";
import { importBeneficiaryFile, type ImportOptions } from "./import-beneficiary-file.ts";
import { readId } from "./option-values.ts";

/** Adds the operator's command for beneficiaries to the command line. */
export function addBeneficiaryImport(program: Command): void {
  program
    .command("import-beneficiaries")
    .description("import beneficiaries from a file; run it again to continue where it stopped")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption(
      "--file <path>",
      ".csv, .xlsx or .xls file with the columns of the template BENEFICIARIES",
    )
    .option(
      "--member <id>",
      "the member who adds them, with that member's permissions; default: the operator",
      readId,
    )
    .option("--refused <path>", "file for refused rows; default: <file>.refused.csv")
    .option("--json", "print one JSON object per line, for scripts")
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran import-beneficiaries --merchant 01a1fe00-... --file payees.csv
Beneficiaries that exist with the same details stay unchanged, so you can import the same file again at any time.
Refused rows are listed with line and reason: correct them in the file of refused rows, and import that file.
Exit codes: 0 all rows are imported, 1 some were refused.`,
    )
    .action((options: ImportOptions) => importBeneficiaryFile(options));
}
