import Type from "typebox";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { INTERMEDIATE_ID, LENDER_ID, ORIGINATOR_ID, readSourceBalances } from "#fund-sources";
import { readAgreement } from "#lending";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";

/** Co-lending of a merchant: what is agreed, and what the three ledgers hold. */
export const lending = Type.Object(
  {
    /** null: the merchant was never enrolled. */
    agreement: nullable(
      Type.Object({
        lenderName: Type.String(),
        lenderPercent: Type.Integer(),
        originatorPercent: Type.Integer(),
        /** Whether new loans can be made. */
        enabled: Type.Boolean(),
        agreedAt: at,
      }),
    ),
    ledgers: Type.Array(
      Type.Object({
        fundSourceId: Type.String(),
        party: words(["originator", "lender", "intermediate"]),
        balance: rupees,
        available: rupees,
      }),
    ),
  },
  { $id: "CoLending" },
);

const LEDGERS = [
  [ORIGINATOR_ID, "originator"],
  [LENDER_ID, "lender"],
  [INTERMEDIATE_ID, "intermediate"],
] as const;

/** Reads it, all of one moment. */
export async function showLending(tx: Tx) {
  const ids = LEDGERS.map(([fundSourceId]) => fundSourceId);
  const [agreement, balances] = await Promise.all([readAgreement(tx), readSourceBalances(tx, ids)]);
  const ledgers = LEDGERS.flatMap(([fundSourceId, party]) => {
    const found = balances.get(fundSourceId);
    if (found === undefined) return [];
    const { balancePaise, availablePaise } = found;
    return [
      { fundSourceId, party, balance: formatRupees(balancePaise), available: formatRupees(availablePaise) },
    ];
  });
  return { agreement, ledgers };
}
