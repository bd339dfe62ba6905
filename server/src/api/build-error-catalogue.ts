import type { Answer, Answers } from "./operations/answers.ts";
import { operations } from "./operations/index.ts";
import { answersOf } from "./operations/operation.ts";

/** One answer that an operation may give. */
export interface CatalogueRow {
  readonly operation: string;
  readonly version: string;
  /** Our names for the causes of the answer: some messages stand for several causes. */
  readonly names: readonly string[];
  readonly status: string;
  readonly subCode: string;
  /** The HTTP status for clients of the mode `rest`; all others always get 200. */
  readonly httpStatus: number;
  readonly message: string;
}

/** Lists all answers of the API by operation and version, each message once. */
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

/** Groups answers that have the same content, with all their names. */
export function gatherAnswers(answers: Answers): { names: string[]; answer: Answer }[] {
  const same = Map.groupBy(Object.entries(answers), ([, { head }]) => head);
  return [...same.values()].map((entries) => ({
    names: entries.map(([name]) => name),
    answer: entries[0]![1],
  }));
}
