/** The functions that protocols use to read statements of any length. */
export { BankError } from "./errors.ts";
export {
  eachOnce,
  foreignCurrency,
  foreignStatement,
  tellForeign,
  tellNothingInRupees,
} from "./foreign-statement.ts";
export { accountIn, isSameAccount } from "./same-account.ts";
export { SET_LINES } from "./long-statement.ts";
export { makeTally } from "./tally-lines.ts";
