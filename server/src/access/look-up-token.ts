import { gatherPerMerchant } from "./gather-per-merchant.ts";
import { readTokens, type FoundToken } from "./read-tokens.ts";

/** Looks up a token by its hash; calls of one merchant that come together ask once. Null: it is not good. */
export const lookUpToken = gatherPerMerchant<Buffer, FoundToken | null>((db, merchantId, hashes) =>
  db.look(merchantId, (ask) => readTokens(ask, hashes)),
);
