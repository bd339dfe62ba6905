/** The literals of the classic contract for links (`cashgram`). */
import type { Group } from "./contract-transfer-literals.ts";

export const links: readonly Group[] = [
  {
    operations: ["createCashgram"],
    versions: ["v1"],
    said: {
      "200": ["Cashgram Created"],
      "409": ["Cashgram with id {id} already exists"],
      "412": ["Available balance is less than requested cashgram amount."],
      "422": [
        "Please provide a valid cashgram Id",
        "Please provide a valid name",
        "Please provide a valid email",
      ],
      "520": ["Unknown error occurred. Please try again."],
    },
  },
  {
    operations: ["getCashgramStatus", "postCashgramStatus"],
    versions: ["v1"],
    said: { "200": ["Cashgram details retrieved"], "404": ["Cashgram with id {id} does not exist"] },
  },
  {
    operations: ["deactivateCashgram"],
    versions: ["v1"],
    said: {
      "200": ["Cashgram with id - {id} successfully deactivated!"],
      "404": ["Cashgram with id {id} does not exist", "Active cashgrams id can only be deactivated"],
      "412": ["Active cashgrams can only be deactivated"],
    },
  },
];
