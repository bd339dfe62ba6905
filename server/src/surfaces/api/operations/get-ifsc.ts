import { outputOf, shown, type ShownField } from "#http";
import { type IfscFacts, lookUpIfsc } from "#rails";
import { refuse, refuseIfsc, success, text } from "./answers.ts";
import { anyText, required } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
  found: success("Ifsc verification successful"),
  ifsc_invalid: refuse("422", "Please provide a valid IFSC code"),
  // The contract names only the path; this sentence is ours.
  unknown_ifsc: refuse("404", "IFSC code does not exist"),
  breakdown: refuse("520", "Something went wrong"),
} as const;

const live = (isLive: (facts: IfscFacts) => boolean): ShownField<IfscFacts> =>
  shown({ ...text, enum: ["Live", "Not Live"] }, (facts) => (isLive(facts) ? "Live" : "Not Live"));

const output = outputOf<IfscFacts>({
  bank: shown(text, ({ bankName }) => bankName ?? ""),
  ifsc: shown(text, ({ ifsc }) => ifsc),
  neft: live(() => true),
  imps: live(({ imps }) => imps),
  rtgs: live(() => true),
  upi: live(({ upi }) => upi),
  ft: live(() => true),
  card: live(() => false),
  address: shown(text, () => ""),
  city: shown(text, () => ""),
  state: shown(text, () => ""),
  branch: shown(text, () => ""),
  ifscSubcode: shown(text, ({ ifsc }) => ifsc.slice(0, 5)),
  category: shown({ ...text, enum: ["DIRECT_MEMBER", "SUB_MEMBER"] }, ({ bankCode, sponsorCode }) =>
    bankCode === sponsorCode ? "DIRECT_MEMBER" : "SUB_MEMBER",
  ),
  swiftCode: shown(text, () => ""),
});

export const getIfsc = declareClassic({
  name: "getIfsc",
  method: "GET",
  path: "/ifsc/{ifsc}",
  versions: ["v1"],
  scope: "read",
  tag: "Validation",
  summary: "Look up an IFSC",
  description:
    "Looks up bank, IMPS and UPI in the IFSC list that ships with the server. Address, city, state and branch " +
    "are empty because the list has none. NEFT and RTGS are reported as live, as listed branches normally are.",
  pathFields: {
    ifsc: required(anyText({ max: 11, pattern: "^[A-Za-z]{4}0[A-Za-z0-9]{6}$" }), "ifsc_invalid"),
  },
  answers,
  data: {
    schema: output.schema,
    examples: {
      found: {
        bank: "HDFC Bank",
        ifsc: "HDFC0000001",
        neft: "Live",
        imps: "Live",
        rtgs: "Live",
        upi: "Live",
        ft: "Live",
        card: "Not Live",
        address: "",
        city: "",
        state: "",
        branch: "",
        ifscSubcode: "HDFC0",
        category: "DIRECT_MEMBER",
        swiftCode: "",
      },
    },
  },
  breakdown: answers.breakdown,
  handle: async ({ input: { ifsc } }) => {
    const facts = lookUpIfsc(ifsc);
    if (facts === null) return { answer: refuseIfsc(answers.ifsc_invalid, ifsc) };
    if (!facts.valid) return { answer: refuseIfsc(answers.unknown_ifsc, ifsc) };
    return { answer: answers.found, data: output.write(facts) };
  },
});
