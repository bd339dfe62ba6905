/** Puts a span around each call to a bank, with the bank, the operation and the outcome. */
import { inSpan, SpanKind } from "#lib/trace";
import type { BankAdapter, Connection } from "./adapter.ts";

type Ended = { readonly kind: string } | null;

/** Outcomes that say that the bank gave no usable answer, which is what a search for faults is about. */
const FAULTS: ReadonlySet<string> = new Set(["unknown", "not_sent", "unavailable"]);

/** Makes the same adapter, whose calls are spans. Names and numbers of payees are not among their attributes. */
export function traceAdapter(adapter: BankAdapter): BankAdapter {
  const { pay, enquire, void: cancel, verify, findCredit, fetchStatement } = adapter;
  const call = <T extends Ended>(
    operation: string,
    { bankId }: Connection,
    facts: Readonly<Record<string, string>>,
    ask: () => Promise<T>,
  ): Promise<T> => {
    const told = { "vitaran.bank": bankId, "vitaran.operation": operation, ...facts };
    return inSpan(`bank ${operation}`, { kind: SpanKind.CLIENT, facts: told }, async (note) => {
      const ended = await ask();
      const outcome = ended?.kind ?? "none";
      note({ "vitaran.outcome": outcome }, FAULTS.has(outcome) ? outcome : null);
      return ended;
    });
  };
  return {
    ...adapter,
    pay: (connection, instruction, keeper) => {
      const { rail, reference } = instruction;
      const facts = { "vitaran.rail": rail, "vitaran.reference": reference };
      return call("pay", connection, facts, () => pay(connection, instruction, keeper));
    },
    enquire: (connection, enquiry) =>
      call("enquire", connection, { "vitaran.reference": enquiry.reference }, () =>
        enquire(connection, enquiry),
      ),
    ...(cancel && {
      void: (connection, reference) =>
        call("void", connection, { "vitaran.reference": reference }, () => cancel(connection, reference)),
    }),
    ...(verify && {
      verify: (connection, question) => call("verify", connection, {}, () => verify(connection, question)),
    }),
    ...(findCredit && {
      findCredit: async (connection, creditId) => {
        let found: Awaited<ReturnType<typeof findCredit>> = null;
        await call("find_credit", connection, {}, async () => {
          found = await findCredit(connection, creditId);
          return found === null ? null : { kind: "found" };
        });
        return found;
      },
    }),
    ...(fetchStatement && {
      fetchStatement: (connection, query) =>
        call("fetch_statement", connection, {}, () => fetchStatement(connection, query)),
    }),
  };
}
