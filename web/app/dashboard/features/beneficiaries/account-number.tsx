// The last four digits of an account number; the whole of it for who may see it.
import { call } from "#dashboard/api/call.ts";
import { useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { MaskedNumber } from "#dashboard/ui/masked-number.tsx";
import type { Beneficiary } from "./kinds.ts";

export function AccountNumber({ of: { beneficiaryId, accountLast4 } }: { of: Beneficiary }) {
  const merchantId = useMerchantId();
  const may = useCan()("revealBeneficiaryAccount");
  const reveal = async (): Promise<string> =>
    (await call("revealBeneficiaryAccount", { merchantId, beneficiaryId })).accountNumber;
  return <MaskedNumber last4={accountLast4 ?? ""} onReveal={may ? reveal : undefined} />;
}
