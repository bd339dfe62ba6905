// The card of an approval request shows every field of the contract, tested without a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createServer } from "vite";

type Fields = Readonly<Record<string, unknown>>;

const root = new URL("../../", import.meta.url);
const vite = await createServer({
  configFile: false,
  root: fileURLToPath(root),
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
after(() => vite.close());
const load = (path: string): Promise<Record<string, FunctionComponent<Fields>>> =>
  vite.ssrLoadModule(path) as never;
const { DecisionCard } = await load("/app/dashboard/features/approvals/decision-card.tsx");
const { SessionProvider } = await load("/app/dashboard/shell/session.tsx");
const { QueryClient, QueryClientProvider } = await import("@tanstack/react-query");

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}
const contract = new URL("../contract/openapi-dashboard.json", root);
const { components } = JSON.parse(readFileSync(contract, "utf8")) as {
  components: { schemas: Record<string, Schema> };
};
const schemaOf = (name: string): Schema => components.schemas[name]!;
const fieldsOf = (schema: Schema): string[] => Object.keys(schema.properties!);

/** Returns a person with this name, as the card shows them. */
const person = (name: string): Fields => ({
  ...{ memberId: `id of ${name}`, name, email: `${name} at work` },
  ...{ formerly: null, hasNamesake: false },
});

/** Two values of each field that cannot be any text. The card must differ between them. */
const VALUES: Readonly<Record<string, readonly [unknown, unknown]>> = {
  action: ["unblock", "unblock"],
  amount: ["1234.00", "4321.00"],
  level: [1, 2],
  levels: [2, 3],
  missing: [1, 2],
  openedAt: ["2026-11-20T06:30:00Z", "2026-11-21T06:30:00Z"],
  expiresAt: ["2026-11-27T06:30:00Z", "2026-11-28T06:30:00Z"],
  aloneUntil: ["2026-11-25T06:30:00Z", "2026-11-26T06:30:00Z"],
  turn: ["never", "too_close"],
  approvers: [[person("Asha Rao")], [person("Ravi Nair")]],
  maker: [person("Vikram Das"), person("Zubin Das")],
  by: [person("Kavya Iyer"), person("Omar Iyer")],
  concerned: [[person("Meera Shah")], [person("Meera Shah"), person("Nila Bose")]],
  hasNamesake: [false, true],
  verdict: ["approve", "reject"],
  at: ["2026-11-20T07:30:00Z", "2026-11-21T07:30:00Z"],
  counts: [true, false],
  mode: ["live", "sandbox"],
  was: ["access_transfers", "access_transfers,manage_keys"],
  permissions: ["manage_keys", "manage_members"],
  scope: ["pay", "draft"],
  scopeBefore: ["read", "draft"],
  dayLimit: ["1234.00", ""],
  dayLimitBefore: ["4321.00", "1234.00"],
  change: ["add", "remove"],
  setting: ["stopAbove", "waitingMinutes"],
  before: ["1234.00", "4321.00"],
  after: ["12345.00", "54321.00"],
  kind: ["vpa", "phone"],
  blockedAt: ["2026-11-20T06:30:00Z", "2026-11-21T06:30:00Z"],
  breakKind: ["missing_day", "opening_differs"],
  resolution: ["explained", "written_off"],
  waiting: ["1234.00", "4321.00"],
  environment: ["test", "live"],
  version: ["1", "2"],
  subject: ["transfer", "batch"],
  beforeExceptWays: ["v1", "link"],
  exceptWays: ["phone", "link"],
  beforeExpireAfterMinutes: ["60", "90"],
  expireAfterMinutes: ["120", "180"],
  fee: ["1.23", "3.21"],
  tax: ["4.56", "6.54"],
  balanceAfter: ["98765.00", "56789.00"],
  processOn: ["2026-12-01T06:30:00Z", "2026-12-02T06:30:00Z"],
  expectedBy: ["2026-12-03T06:30:00Z", "2026-12-04T06:30:00Z"],
  origin: ["batch", "withdrawal"],
  flags: [["new_payee"], ["changed_account"]],
  lastPayment: [{ amount: "77.00", at: "2026-10-01T06:30:00Z" }, null],
  rows: [11, 12],
  invalid: [3, 4],
  effect: ["review", "block"],
  active: [true, false],
  place: [1, null],
};

/** Fields that need other values in one schema than elsewhere. */
const OTHERS: Readonly<Record<string, readonly [unknown, unknown]>> = {
  "TransferToApprove.mode": ["imps", "upi"],
  "BatchToApprove.referenceId": [101, 102],
  "ProposedMatch.effect": ["return", "payment"],
  "ProposedProvider.logIn": ["offered", "required"],
  "ProposedSetting.action": ["set", "set"],
  "ProposedRule.kind": ["duplicate", "velocity"],
  "ProposedRule.scope": ["fund_source", "beneficiary"],
};

/** Fields that the card need not show, with the reason. */
const UNSEEN: Readonly<Record<string, string>> = {
  requestId: "the card is of this request; the id says nothing more",
  subjectId: "the facts say what it is",
  contentHash: "the decision carries it, and is refused when the content is another one",
  status: "the card is of a request that waits; the history has a column for it",
  endedAt: "nothing that waits has it",
  endedBy: "nothing that waits has it",
  "ApprovalRequest.remarks": "said by who ended it; nothing that waits has it",
  fundSourceId: "its name is shown",
  memberId: "the member is shown as one whom the request concerns",
  roleId: "the role's name is shown",
  heldBy: "these members are shown as those whom the request concerns",
  "Person.memberId": "the name and the e-mail address are shown",
  bankId: "the bank is in the name of the statement",
  day: "the day is in the name of the statement",
  upstreamId: "the service's name is shown",
  blockId: "the payee is shown",
  ruleId: "the rule is shown",
  action: "the name of the kind of change says it",
};

const valuesOf = (schema: string, field: string): readonly [unknown, unknown] =>
  OTHERS[`${schema}.${field}`] ?? VALUES[field] ?? [`${field} planted`, `${field} changed`];
const isUnseen = (schema: string, field: string): boolean =>
  field in UNSEEN || `${schema}.${field}` in UNSEEN;
const sampleOf = (name: string, schema = schemaOf(name)): Fields =>
  Object.fromEntries(fieldsOf(schema).map((field) => [field, valuesOf(name, field)[0]]));

const nothing = { proposal: null, rule: null, policies: null, transfer: null, batch: null, amount: null };
const decisionSchema = schemaOf("ApprovalRequest").properties!["decisions"]!.items!;
const base = {
  ...sampleOf("ApprovalRequest"),
  ...nothing,
  kind: "transfer",
  decisions: [sampleOf("decision", decisionSchema)],
};

const merchant = { merchantId: "m1", mode: "live", permissions: [] };
const session = { me: { permissions: [], merchants: [merchant] }, environment: "live", merchant };

/** Returns the text of the card. */
function read(request: Fields): string {
  const card = createElement(DecisionCard!, { request: { ...base, ...request }, onAsk: () => {} });
  const within = createElement(SessionProvider!, { value: session }, card);
  const page = createElement(QueryClientProvider, { client: new QueryClient() }, within);
  return renderToStaticMarkup(page).replaceAll(/<[^>]+>/g, " ");
}

/**
 * Fails unless each field of a schema is on the card: planted text must appear, and another value must change the card.
 */
function walk(name: string, show: (fields: Fields) => string, schema = schemaOf(name)): void {
  const sample = sampleOf(name, schema);
  const shown = show(sample);
  for (const field of fieldsOf(schema)) {
    if (isUnseen(name, field)) continue;
    const [planted, other] = valuesOf(name, field);
    const isText = String(planted).endsWith(" planted");
    assert.ok(!isText || shown.includes(String(planted)), `${name}.${field} is on the card: ${shown}`);
    assert.notEqual(show({ ...sample, [field]: other }), shown, `a change of ${name}.${field} is seen`);
  }
}

const KINDS: Readonly<Record<string, string>> = {
  ProposedMember: "rights",
  ProposedRole: "rights",
  ProposedKeyTerms: "rights",
  ProposedKeyReset: "key_reset",
  ProposedBeneficiary: "beneficiary",
  ProposedProvider: "limit",
  ProposedSetting: "limit",
  ProposedUnblocking: "limit",
  ProposedResolution: "credit",
  ProposedMatch: "credit",
  ProposedUpstream: "credit",
  ProposedPolicies: "policy",
};

test("no field of a proposal is missing on its card", () => {
  const proposals = schemaOf("ApprovalRequest").properties!["proposal"]!.anyOf!;
  const names = proposals.flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []);
  // The states of a rule before and after a change are tested with the rule itself, below.
  const walked = names.filter((name) => name !== "ProposedRuleChange");
  assert.deepEqual(walked.toSorted(), Object.keys(KINDS).toSorted());
  for (const name of walked) walk(name, (proposal) => read({ kind: KINDS[name], proposal }));
});

/** Returns a change of policies to one that names this person. */
const named = (one: Fields): Fields => {
  const level = { approvers: 1, permission: "approve_changes", members: [one["memberId"]] };
  const policy = { name: "All", from: null, to: null, rails: null, fundSources: null, creators: null };
  return { before: [], after: [{ ...policy, levels: [level] }], people: [one], sources: {} };
};

test("no field of a request, a decision, a transfer or a batch is missing on its card", () => {
  walk("decision", (one) => read({ decisions: [one] }), decisionSchema);
  const transfer = sampleOf("TransferToApprove");
  walk("TransferToApprove", (one) => read({ transfer: one }));
  for (const show of [
    (one: Fields) => read({ maker: one }),
    (one: Fields) => read({ turn: "own", approvers: [one] }),
    (one: Fields) => read({ decisions: [{ ...sampleOf("decision", decisionSchema), by: one }] }),
    (one: Fields) => read({ kind: "rights", proposal: sampleOf("ProposedMember"), concerned: [one] }),
    (one: Fields) => read({ kind: "rights", proposal: sampleOf("ProposedRole"), concerned: [one] }),
    (one: Fields) => read({ kind: "policy", proposal: sampleOf("ProposedPolicies"), policies: named(one) }),
  ])
    walk("Person", show);
  walk("BatchToApprove", (one) => read({ kind: "batch", batch: one }));
  const own = new Set([...Object.keys(nothing), "kind", "decisions", "expiresAt", "concerned"]);
  const properties = Object.entries(schemaOf("ApprovalRequest").properties!);
  const plain = { properties: Object.fromEntries(properties.filter(([field]) => !own.has(field))) };
  walk("ApprovalRequest", (one) => read({ ...one, transfer }), plain);
  assert.notEqual(read({ amount: "1.00" }), read({ amount: "2.00" }));
  const expiring = (expiresAt: unknown) => read({ aloneUntil: null, expiresAt });
  assert.notEqual(expiring(VALUES["expiresAt"]![0]), expiring(VALUES["expiresAt"]![1]));
});

/** A kind of rule that has the parameter, for each parameter. */
const KIND_OF_PARAMETER: Readonly<Record<string, string>> = {
  limit: "transfer_limit",
  upTo: "trusted_amount",
  above: "new_payee",
  transfers: "velocity",
  periodMinutes: "velocity",
  addedWithinHours: "new_payee",
  times: "unusual_amount",
  leastKnown: "unusual_amount",
  direction: "unusual_amount",
};

test("no field of a risk rule is missing on its card, before or after, and what differs is marked", () => {
  const rule = sampleOf("ProposedRule");
  const plain = { ...rule, parameters: { periodMinutes: 5 } };
  const { parameters, ...fields } = schemaOf("ProposedRule").properties!;
  const change = (before: Fields | null, after: Fields | null) =>
    read({ kind: "limit", rule: { action: "change", before, after, beside: [] } });
  const beside = (one: Fields) =>
    read({
      kind: "limit",
      rule: { action: "add", before: null, after: plain, beside: [{ ...plain, ...one }] },
    });
  for (const [show, ...constant] of [
    [(one: Fields) => change(null, { ...plain, ...one })],
    [(one: Fields) => change({ ...plain, ...one }, null)],
    // The other rules are all active.
    [beside, "active"],
  ] as [(one: Fields) => string, ...string[]][]) {
    walk("ProposedRule", (one) => show({ ...one, scopeId: null }), {
      properties: omit(fields, "scopeId", "scopeName", ...constant),
    });
    walk("ProposedRule", (one) => show(one), { properties: { scopeName: fields["scopeName"]! } });
    const unnamed = { scope: "fund_source", scopeName: null };
    assert.notEqual(show({ ...unnamed, scopeId: "A" }), show({ ...unnamed, scopeId: "B" }));
    for (const name of fieldsOf(parameters!)) {
      const kind = KIND_OF_PARAMETER[name];
      assert.ok(kind !== undefined, `${name} has a kind of rule here`);
      const of = (value: unknown) => show({ kind, parameters: { [name]: value } });
      const [one, other] = name === "direction" ? ["above", "either"] : ["7", "8"];
      assert.notEqual(of(one), of(other), name);
    }
  }
  assert.match(change(plain, { ...plain, effect: "allow" }), /Differs: Effect: /);
});

const omit = (fields: Readonly<Record<string, Schema>>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
