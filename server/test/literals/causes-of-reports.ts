/** Causes the answers of the calls of reports. */
import { makeReports } from "#reports";
import { type Cause, causesOf } from "./cause.ts";
import { reportOrder } from "./requests.ts";
import type { Client, Heard } from "./stage.ts";

type Fields = Readonly<Record<string, unknown>>;

const request = (client: Client, changes: Fields = {}): Promise<Heard> =>
  client.call("POST", "/v1.2/reports", { body: { ...reportOrder(), ...changes } });

const withFields = (changes: Fields) => (client: Client) => request(client, changes);

const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + 330 * 60_000).toISOString().slice(0, 10);

/** Requests a report for a separate merchant and returns its id there. */
async function asked(client: Client): Promise<{ other: Client; reportId: string }> {
  const other = await client.another();
  const { body } = await request(other);
  return { other, reportId: String(body.data?.reportId) };
}

/** Lets the report be made, and then changes it in the database. */
async function made(client: Client, change: string): Promise<Heard> {
  const { other, reportId } = await asked(client);
  const { world } = client.stage;
  await makeReports(world.ctx, other.merchant.merchantId);
  await world.look(`update reports.report set ${change} where report_id = $1`, [reportId]);
  return other.call("GET", `/v1.2/reports/${reportId}/file`);
}

export const causesOfReports: readonly Cause[] = [
  ...causesOf("requestReport", "v1.2", {
    requested: async (client) => request(await client.another(), { name: "Today", columns: "utr, amount" }),
    type_unknown: withFields({ type: "pigeons" }),
    format_unknown: withFields({ format: "pdf" }),
    name_invalid: withFields({ name: "x".repeat(101) }),
    columns_missing: withFields({ columns: [] }),
    column_unknown: {
      message: "There is no column beak in this report",
      cause: withFields({ columns: ["utr", "beak"] }),
    },
    range_invalid: withFields({ startDate: "2026-02-30" }),
    range_too_long: withFields({ startDate: daysFromNow(-30) }),
    range_in_future: withFields({ endDate: daysFromNow(1) }),
    fund_source_unknown: withFields({ type: "account_statement", paymentInstrumentId: "BANK_9" }),
    fund_source_not_wanted: withFields({ paymentInstrumentId: "WALLET_1" }),
    too_many_waiting: async (client) => {
      const other = await client.another();
      for (let count = 0; count < 10; count += 1) await request(other);
      return request(other);
    },
    too_many_today: async (client) => {
      const { other, reportId } = await asked(client);
      await client.stage.world.look(
        `insert into reports.report (merchant_id, report_id, name, type, format, columns, from_day, to_day, status,
           reason, requested_by, requested_at, finished_at)
         select merchant_id, uuidv7(), name, type, format, columns, from_day, to_day, 'failed', 'test', requested_by,
           requested_at, requested_at
         from reports.report, generate_series(1, 99)
         where report_id = $1`,
        [reportId],
      );
      return request(other);
    },
  }),
  ...causesOf("listReports", "v1.2", {
    found: async (client) => {
      const { other } = await asked(client);
      return other.call("GET", "/v1.2/reports", { query: { maxReturn: "5" } });
    },
    max_return_invalid: (client) => client.call("GET", "/v1.2/reports", { query: { maxReturn: "101" } }),
    last_return_id_invalid: (client) => client.call("GET", "/v1.2/reports", { query: { lastReturnId: "1" } }),
  }),
  ...causesOf("getReport", "v1.2", {
    found: async (client) => {
      const { other, reportId } = await asked(client);
      return other.call("GET", `/v1.2/reports/${reportId}`);
    },
    report_not_found: (client) => client.call("GET", "/v1.2/reports/none"),
  }),
  ...causesOf("getReportFile", "v1.2", {
    report_not_found: async (client) => {
      // A merchant cannot see another merchant's report.
      const { reportId } = await asked(client);
      return client.call("GET", `/v1.2/reports/${reportId}/file`);
    },
    report_not_ready: async (client) => {
      const { other, reportId } = await asked(client);
      return other.call("GET", `/v1.2/reports/${reportId}/file`);
    },
    report_failed: (client) => made(client, "status = 'failed', reason = 'It could not be made.'"),
    report_expired: (client) => made(client, "expires_at = now() - interval '1 second'"),
  }),
];
