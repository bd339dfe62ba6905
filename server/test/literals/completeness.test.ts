import assert from "node:assert/strict";
import { test } from "node:test";
import { buildErrorCatalogue, type CatalogueRow } from "#api";
import { allCauses } from "./all-causes.ts";
import { contractLiterals, type Literal } from "./contract-literals.ts";
import { uncausedLiterals } from "./uncaused-literals.ts";

const catalogue = buildErrorCatalogue();
/** The answer while another call is running, which `server/test/idempotency-surfaces.test.ts` causes. */
const ONLY_MEANWHILE = "idempotency_key_in_use";
const UNKNOWN_PATH = "Invalid request URL or HTTP method";

const show = ({ operation, version, subCode, message }: Literal): string =>
  `${operation} ${version}: ${subCode} ${message}`;

/** Sentences are compared with their values left out: the contract quotes some with one value. */
const pattern = (message: string): string => message.replace(/\{\w+\}/g, "{}");

const isSame = (one: Literal, other: Literal | CatalogueRow): boolean =>
  one.operation === other.operation &&
  one.version === other.version &&
  one.subCode === other.subCode &&
  pattern(one.message) === pattern(other.message);

const isExcused = (literal: Literal): boolean =>
  uncausedLiterals.some(
    ({ operations, versions, subCode, message }) =>
      operations.includes(literal.operation) &&
      versions.includes(literal.version) &&
      subCode === literal.subCode &&
      message === literal.message,
  );

test("every literal of the contract can be said, or is excused with a reason", () => {
  const missing = contractLiterals.filter(
    (literal) =>
      literal.message !== UNKNOWN_PATH &&
      !catalogue.some((row) => isSame(literal, row)) &&
      !isExcused(literal),
  );
  assert.deepEqual(missing.map(show), []);
});

test("nothing is excused that can be said", () => {
  const needless = contractLiterals.filter(
    (literal) => isExcused(literal) && catalogue.some((row) => isSame(literal, row)),
  );
  assert.deepEqual(needless.map(show), []);
});

test("every excuse is for a literal of the contract", () => {
  const idle = uncausedLiterals.filter(({ operations, subCode, message }) => {
    const isMeant = (literal: Literal): boolean =>
      operations.includes(literal.operation) && literal.subCode === subCode && literal.message === message;
    return !contractLiterals.some(isMeant);
  });
  assert.deepEqual(
    idle.map(({ message }) => message),
    [],
  );
});

test("everything that can be said has a cause in the table", () => {
  const caused = new Set(
    allCauses.map(({ operation, version, answer }) => `${operation} ${version} ${answer}`),
  );
  const uncaused = catalogue.filter(
    ({ operation, version, names }) =>
      !names.includes(ONLY_MEANWHILE) && !names.some((name) => caused.has(`${operation} ${version} ${name}`)),
  );
  assert.deepEqual(uncaused.map(show), []);
});
