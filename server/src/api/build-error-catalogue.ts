import type { Answer, Answers } from "./operations/answers.ts";
import { operations } from "./operations/index.ts";
import { answersOf } from "./operations/operation.ts";

/** One thing that an operation may say. */
export interface CatalogueRow {
  readonly operation: string;
  readonly version: string;
  /** What may have happened, as words of ours: some sentences stand for several things. */
  readonly names: readonly string[];
  readonly status: string;
  readonly subCode: string;
  /** The HTTP status for clients of the mode `rest`; the others always get 200. */
  readonly httpStatus: number;
  readonly message: string;
}

/** Everything that the API says, per operation and version, each sentence once. */
export function buildErrorCatalogue(): CatalogueRow[] {
  return operations.flatMap((operation) =>
    operation.versions.flatMap((version) =>
      gatherAnswers(answersOf(operation, version)).map(({ names, answer }) => ({
        operation: operation.name,
        version,
        names,
        status: answer.status,
        subCode: answer.subCode,
        httpStatus: answer.httpStatus,
        message: answer.message,
      })),
    ),
  );
}

/** Answers that say the same, with all their names. */
export function gatherAnswers(answers: Answers): { names: string[]; answer: Answer }[] {
  const same = Map.groupBy(Object.entries(answers), ([, { head }]) => head);
  return [...same.values()].map((entries) => ({
    names: entries.map(([name]) => name),
    answer: entries[0]![1],
  }));
}
