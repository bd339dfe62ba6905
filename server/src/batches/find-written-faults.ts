/** Checks how accounts and phones are written in files and drafts. API calls follow the contract only. */
import { explainAccountText } from "#lib/account-text";
import { parsePhone } from "#rails";
import type { Fault } from "./draft.ts";
import type { RowProblem } from "./failures.ts";
import type { RowFields } from "./formats.ts";
import { CARD_REMOVED, NOT_TEXT } from "./read-fields.ts";

interface Writing {
  readonly field: "bankAccount" | "ifsc" | "phone";
  readonly code: RowProblem;
  readonly odd: RegExp;
  readonly says: string;
  readonly explain: (text: string) => string | null;
}

const WRITINGS: readonly Writing[] = [
  {
    field: "bankAccount",
    code: "account_invalid",
    odd: /[^0-9A-Z]/iu,
    says: "An account number has letters and digits only",
    explain: explainAccountText,
  },
  {
    field: "ifsc",
    code: "ifsc_invalid",
    odd: /[^0-9A-Z]/iu,
    says: "An IFSC has letters and digits only",
    explain: () => null,
  },
  {
    field: "phone",
    code: "phone_invalid",
    odd: /[^0-9+\s.()\p{Pd}\p{Cf}]/u,
    says: "A phone number has digits",
    explain: () => null,
  },
];

/** Finds faults in how a row's account, IFSC and phone are written: a mask, or an invalid character. */
export function findWrittenFaults(fields: RowFields): Fault[] {
  return WRITINGS.flatMap(({ field, code, odd, says, explain }): Fault[] => {
    const written = fields[field];
    if (written === undefined || written === NOT_TEXT || written === CARD_REMOVED) return [];
    if (field === "phone" && parsePhone(written) !== null) return [];
    const text = explain(written) ?? explainCharacter(written, odd, says);
    return text === null ? [] : [{ field, code, text }];
  });
}

function explainCharacter(written: string, odd: RegExp, says: string): string | null {
  const found = odd.exec(written);
  if (found === null) return null;
  const place = [...written.slice(0, found.index)].length + 1;
  return `${says}, and character ${place} of this one is ${JSON.stringify(found[0])}.`;
}
