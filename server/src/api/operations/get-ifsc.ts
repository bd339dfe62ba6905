import { type IfscFacts, lookUpIfsc } from "#rails";
import { refuse, refuseIfsc, type Reply, success } from "./answers.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  found: success("Ifsc verification successful"),
  ifsc_invalid: refuse("422", "Please provide a valid IFSC code"),
  // The contract names only the path; this sentence is ours.
  unknown_ifsc: refuse("404", "IFSC code does not exist"),
  breakdown: refuse("520", "Something went wrong"),
} as const;

const LIVE = { type: "string", enum: ["Live", "Not Live"] } as const;

const example = {
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
};

export const getIfsc: CallerOperation = {
  name: "getIfsc",
  method: "GET",
  path: "/ifsc/{ifsc}",
  versions: ["v1"],
  access: "token",
  scope: "read",
  tag: "Validation",
  summary: "Look up an IFSC",
  description:
    "Looks up bank, IMPS and UPI in the IFSC list that ships with the server. Address, city, state and branch " +
    "are empty because the list has none. NEFT and RTGS are reported as live, as listed branches normally are.",
  pathFields: {
    ifsc: {
      schema: { type: "string", maxLength: 11, pattern: "^[A-Za-z]{4}0[A-Za-z0-9]{6}$" },
      required: true,
    },
  },
  answers: () => answers,
  data: {
    schema: {
      type: "object",
      properties: {
        bank: { type: "string" },
        ifsc: { type: "string" },
        ...Object.fromEntries(["neft", "imps", "rtgs", "upi", "ft", "card"].map((rail) => [rail, LIVE])),
        ...Object.fromEntries(
          ["address", "city", "state", "branch", "ifscSubcode", "swiftCode"].map((field) => [
            field,
            { type: "string" },
          ]),
        ),
        category: { type: "string", enum: ["DIRECT_MEMBER", "SUB_MEMBER"] },
      },
      required: Object.keys(example),
    },
    examples: { found: example },
  },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ path }: Call): Promise<Reply> {
  const text = readText(path, "ifsc") ?? "";
  const facts = lookUpIfsc(text);
  if (facts === null) return { answer: refuseIfsc(answers.ifsc_invalid, text) };
  if (!facts.valid) return { answer: refuseIfsc(answers.unknown_ifsc, text) };
  return { answer: answers.found, data: writeFacts(facts) };
}

const live = (isLive: boolean): string => (isLive ? "Live" : "Not Live");

function writeFacts({ ifsc, bankName, bankCode, sponsorCode, imps, upi }: IfscFacts): Record<string, string> {
  return {
    ...example,
    bank: bankName ?? "",
    ifsc,
    imps: live(imps),
    upi: live(upi),
    ifscSubcode: ifsc.slice(0, 5),
    category: bankCode === sponsorCode ? "DIRECT_MEMBER" : "SUB_MEMBER",
  };
}
