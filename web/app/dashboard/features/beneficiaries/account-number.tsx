// The last four digits of an account number. Members with the permission can see all of it.
import { call } from "#dashboard/api/call.ts";
import { useRefusal } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { MaskedNumber } from "#dashboard/ui/masked-number.tsx";
import type { Beneficiary } from "./kinds.ts";

export function AccountNumber({ of: { beneficiaryId, accountLast4 } }: { of: Beneficiary }) {
  const merchantId = useMerchantId();
  const reveal = async (): Promise<string> =>
    (await call("revealBeneficiaryAccount", { merchantId, beneficiaryId })).accountNumber;
  const refusal = useRefusal("revealBeneficiaryAccount");
  return <MaskedNumber last4={accountLast4 ?? ""} onReveal={reveal} refusal={refusal} />;
}
