/** The columns of this module that are sealed afterwards: see `#lib/seal-rows`. */
import { isClearText, textsToSeal, type PartToSeal } from "#lib/seal-rows";
import { sealNews, WORDS_OF_BANKS, type StrayNews } from "./record/keep-stray-news.ts";

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({
    table: "transfers.fact",
    key: { transfer_id: "uuid", attempt: "smallint", fact_key: "text" },
    texts: ["detail"],
  }),
  {
    table: "transfers.stray_news",
    key: { bank_id: "text", reference: "text", fact_key: "text" },
    read: ["news"],
    isClear: WORDS_OF_BANKS.map((name) => isClearText(`(news #>> '{outcome,${name}}')`)).join(" or "),
    write: { news: "jsonb" },
    change: (tx, { news }) => ({ news: JSON.stringify(sealNews(tx, news as StrayNews)) }),
  },
];
