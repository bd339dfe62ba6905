/** Causes the answers of the transfer calls to payments to phone numbers. */
import { type Cause, causesOf } from "./cause.ts";
import { byOrder, type Way } from "./send-orders.ts";

const THROUGH_PHONE = { transferMode: "phone" } as const;

const ways: readonly Way[] = (["requestTransfer", "requestAsyncTransfer", "directTransfer"] as const).flatMap(
  (operation): Way[] => [
    { operation, version: "v1" },
    { operation, version: "v1.2" },
  ],
);

export const causesOfPhone: readonly Cause[] = ways.flatMap((way) =>
  causesOf(way.operation, way.version, {
    phone_not_linked: byOrder(way, { payee: { phone: "7070000001" }, fields: THROUGH_PHONE }),
    phone_name_differs: {
      message: "Beneficiary name does not agree with the name at the bank: poor match.",
      cause: byOrder(way, { payee: { name: "Asha Rao", phone: "7170000004" }, fields: THROUGH_PHONE }),
    },
    phone_name_not_comparable: byOrder(way, {
      payee: { name: "عائشہ", phone: "7170000001" },
      fields: THROUGH_PHONE,
    }),
    // A bank that does not respond now, before anything is stored.
    internal_error: byOrder(way, { payee: { phone: "7070000011" }, fields: THROUGH_PHONE }),
  }),
);
