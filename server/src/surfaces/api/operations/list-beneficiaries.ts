/** The list of beneficiaries, page by page. */
import {
  type Beneficiary,
  type BeneficiaryStatus,
  listBeneficiaries as readBeneficiaries,
} from "#beneficiaries";
import { ifAny, listOfShown, optional, outputOf, refusing, withDefault } from "#http";
import { refuse, success, unknownError, uuid } from "./answers.ts";
import { BENEFICIARY_STATUSES, beneficiaryExample, getBeneficiaryOutput } from "./beneficiaries.ts";
import { digitsRule, uuidRule, wordRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
  found: success("Data retrieved successfully"),
  max_return_invalid: refuse("412", "maxReturn should be between 1 and 100"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  status_invalid: refuse("422", "Status is invalid"),
  breakdown: unknownError,
} as const;

const RETURN_DEFAULT = 10;
const RETURN_MAX = 100;

interface Page {
  readonly beneficiaries: readonly Beneficiary[];
  readonly hasMore: boolean;
}

const page = outputOf<Page>({
  beneficiaries: listOfShown(getBeneficiaryOutput, ({ beneficiaries }) => beneficiaries),
  lastReturnId: ifAny({ ...uuid, description: "Absent on the last page." }, ({ beneficiaries, hasMore }) =>
    hasMore ? beneficiaries.at(-1)!.beneficiaryId : undefined,
  ),
});

const WORDS = Object.values(BENEFICIARY_STATUSES);
const STATUS_OF = new Map(
  Object.entries(BENEFICIARY_STATUSES).map(([status, word]) => [word, status as BeneficiaryStatus]),
);

/** Our extension of the contract. */
export const listBeneficiaries = declareClassic({
  name: "listBeneficiaries",
  method: "GET",
  path: "/listBeneficiaries",
  versions: ["v1.2"],
  scope: "read",
  tag: "Beneficiaries",
  summary: "List beneficiaries",
  description:
    "An extension of the classic contract. Newest first, with the fields of Get a beneficiary; those that were " +
    "removed are not listed. Pass `lastReturnId` to get the next page.",
  query: {
    maxReturn: refusing(withDefault(digitsRule({ min: 1, max: RETURN_MAX }), RETURN_DEFAULT), {
      wrong: "max_return_invalid",
    }),
    lastReturnId: refusing(optional(uuidRule()), { wrong: "last_return_id_invalid" }),
    status: refusing(optional(wordRule(WORDS, { description: "Only beneficiaries with this status." })), {
      wrong: "status_invalid",
    }),
  },
  answers,
  data: {
    schema: page.schema,
    examples: {
      found: { beneficiaries: [beneficiaryExample], lastReturnId: "01a2026c-5d10-7c4e-9a53-0c5d6f6d8b21" },
    },
  },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { maxReturn, lastReturnId: after, status } }) => {
    // One more than requested shows whether the list continues.
    const found = await readBeneficiaries(ctx, caller.merchantId, {
      limit: maxReturn + 1,
      after,
      ...(status === undefined ? {} : { status: STATUS_OF.get(status) }),
    });
    const beneficiaries = found.slice(0, maxReturn);
    return { answer: answers.found, data: page.write({ beneficiaries, hasMore: found.length > maxReturn }) };
  },
});
