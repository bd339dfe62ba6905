import type { LoadJob, LoadResult } from "./send-load.ts";
import { startProgram } from "./start-program.ts";
import type { Server } from "./start-server.ts";

interface LoadOptions extends Pick<LoadJob, "operation" | "connections" | "loop"> {
  /** The merchants who order; default: the server's own merchant. */
  readonly payers?: LoadJob["payers"];
}

/** Sends load to a server from a separate process; throws unless every order was accepted. */
export async function runLoad(server: Server, options: LoadOptions): Promise<LoadResult> {
  const payers = (options.payers ?? [server]).map(({ client, beneIds }) => ({ client, beneIds }));
  const job: LoadJob = { ...options, baseUrl: server.baseUrl, payers };
  const program = startProgram("bench/send-load.ts", [JSON.stringify(job)]);
  const output = await program.output;
  if ((await program.ended) !== 0) throw new Error("the load could not be sent");
  const result = JSON.parse(output) as LoadResult;
  const refused = Object.keys(result.answers).filter(
    (kind) => !/^(SUCCESS 200|ACCEPTED 201|PENDING 201): /.test(kind),
  );
  if (refused.length > 0) throw new Error(`orders were refused: ${JSON.stringify(result.answers)}`);
  return result;
}
