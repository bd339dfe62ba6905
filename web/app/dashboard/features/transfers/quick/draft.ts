// The content of the form, and the input of the operations made from it. Account numbers are never stored outside the
// form.
import type { Beneficiary, Inputs, TransferRow } from "#dashboard/api/operations.ts";
import { groupTyped, problemOf, readAmount } from "#dashboard/ui/rupees.ts";

export type Mode = NonNullable<Inputs["createTransfer"]["mode"]>;

export interface Draft {
  payee: "listed" | "new";
  beneId: string;
  /** The text of the field for the chosen beneficiary. */
  beneficiary: string;
  paidTo: "bank" | "upi";
  name: string;
  accountNumber: string;
  ifsc: string;
  vpa: string;
  /** The amount as typed. */
  amount: string;
  /** "card" means that the payee has only a card, which this form cannot pay. */
  mode: Mode | "card";
  /** Empty means automatic. */
  fundSourceId: string;
  remarks: string;
  transferKey: string;
}

export const emptyDraft = (transferKey: string): Draft => ({
  payee: "listed",
  beneId: "",
  beneficiary: "",
  paidTo: "bank",
  name: "",
  accountNumber: "",
  ifsc: "",
  vpa: "",
  amount: "",
  mode: "banktransfer",
  fundSourceId: "",
  remarks: "",
  transferKey,
});

const modeTo = { bank: "banktransfer", upi: "upi", card: "card", wallet: "paytm" } as const;

/**
 * Returns a chosen beneficiary, with the mode of the best destination that it has. A card is never replaced by a
 * wallet: a saved card says nothing about the wallet of the same phone number.
 */
export function chosenOf({
  beneId,
  name,
  paidTo,
}: Pick<Beneficiary, "beneId" | "name" | "paidTo">): Pick<Draft, "beneId" | "beneficiary" | "mode"> {
  const place = (["bank", "upi", "card", "wallet"] as const).find((one) => paidTo.includes(one));
  return { beneId, beneficiary: name, mode: modeTo[place ?? "bank"] };
}

/** A payee that simulated banks always pay. */
export const exampleOf = (transferKey: string): Draft => ({
  ...emptyDraft(transferKey),
  payee: "new",
  name: "Asha Rao",
  accountNumber: "026291800001191",
  ifsc: "YESB0000262",
  amount: "100",
  remarks: "First payout",
});

const modes: readonly string[] = ["banktransfer", "imps", "neft", "rtgs", "upi", "paytm", "amazonpay"];

/** Returns a copy of an earlier transfer. The account number of an unlisted payee must be typed again. */
export function copyOf(transferKey: string, { payee, ...earlier }: TransferRow): Draft {
  const { beneId, name, ifsc, vpa } = payee;
  return {
    ...emptyDraft(transferKey),
    ...(beneId === null ? { payee: "new", name } : { beneId, beneficiary: name }),
    paidTo: vpa === null ? "bank" : "upi",
    ifsc: ifsc ?? "",
    vpa: vpa ?? "",
    amount: groupTyped(earlier.amount),
    mode: modes.includes(earlier.mode) ? (earlier.mode as Mode) : "banktransfer",
    fundSourceId: earlier.fundSourceId,
    remarks: earlier.remarks,
  };
}

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Returns a unique reference of 80 random bits. */
export function mintKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `QT_${[...bytes].map((byte) => letters[byte % 32]).join("")}`;
}

/** Returns the fields as the API takes them, without empty ones. */
export function inputOf(merchantId: string, draft: Draft): Inputs["createTransfer"] {
  const { payee, paidTo, transferKey, mode } = draft;
  const details =
    payee === "listed"
      ? { beneId: draft.beneId }
      : {
          name: draft.name,
          ...(paidTo === "bank"
            ? { accountNumber: draft.accountNumber.replaceAll(" ", ""), ifsc: draft.ifsc.toUpperCase() }
            : { vpa: draft.vpa }),
        };
  const given = { ...details, fundSourceId: draft.fundSourceId, remarks: draft.remarks };
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ""));
  const payable = mode === "card" ? "banktransfer" : mode;
  return {
    merchantId,
    transferKey,
    mode: payable,
    amount: readAmount(draft.amount) ?? draft.amount,
    ...filled,
  };
}

/** True if the chosen payee has only a card. */
export const isCardOnly = ({ payee, mode }: Pick<Draft, "payee" | "mode">): boolean =>
  payee === "listed" && mode === "card";

/** The required fields that are empty, in the order of the form. */
export type Missing = "beneId" | "name" | "accountNumber" | "ifsc" | "vpa" | "amount";

export function missingOf(draft: Draft): Missing[] {
  const needed: Missing[] =
    draft.payee === "listed"
      ? ["beneId"]
      : draft.paidTo === "bank"
        ? ["name", "accountNumber", "ifsc"]
        : ["name", "vpa"];
  return [...needed, "amount" as const].filter((field) =>
    field === "amount" ? problemOf(draft.amount) !== undefined : draft[field].trim() === "",
  );
}
