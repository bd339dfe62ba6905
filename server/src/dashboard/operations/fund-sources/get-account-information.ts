import Type from "typebox";
import { readBusinessType, readMerchant } from "#access";
import { memberOperation } from "#dashboard/operation";
import { at, nullable } from "#dashboard/schemas";
import { readFundSources, readRegisteredAccount, WALLET_ID } from "#fund-sources";
import { readQueuingTime } from "#transfers";

export const getAccountInformation = memberOperation({
  name: "getAccountInformation",
  method: "GET",
  path: "/merchants/{merchantId}/account-information",
  tag: "Settings",
  summary: "Account information: business name and type, registered account, wallet, and contacts",
  permission: null,
  output: Type.Object({
    merchantId: Type.String(),
    name: Type.String(),
    mode: Type.String(),
    businessType: nullable(Type.String()),
    registeredAccount: nullable(
      Type.Object({
        holderName: Type.String(),
        accountLast4: Type.String(),
        ifsc: Type.String(),
        registeredAt: at,
      }),
    ),
    wallet: nullable(Type.Object({ accountLast4: Type.String(), ifsc: Type.String(), openedAt: at })),
    queuingHours: nullable(Type.Number()),
    support: Type.Object({ email: Type.String() }),
  }),
  handle: ({ ctx, merchantId }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const [{ name, mode }, businessType, registeredAccount, sources, queuing] = await Promise.all([
        readMerchant(tx),
        readBusinessType(tx),
        readRegisteredAccount(tx),
        readFundSources(tx),
        readQueuingTime(tx),
      ]);
      const found = sources.find(({ fundSourceId }) => fundSourceId === WALLET_ID);
      const wallet = found && {
        accountLast4: found.accountLast4,
        ifsc: found.ifsc,
        openedAt: found.openedAt,
      };
      const facts = { merchantId, name, mode, businessType, registeredAccount, wallet: wallet ?? null };
      return { ...facts, queuingHours: queuing.hours, support: { email: supportEmail(ctx.config.smtpFrom) } };
    }),
});

/** The address that e-mails come from, without the name before it. */
function supportEmail(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender;
}
