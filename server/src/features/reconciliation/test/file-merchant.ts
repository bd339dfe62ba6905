/** A merchant whose only bank communicates through a folder, for tests. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { connectBank, listBankConnections } from "#fund-sources";
import { acceptTransfers, runtimeOf } from "#transfers";
import { orderTo, type FaultWorld, type Payer } from "#test/faults/fault-world";

export interface FileMerchant extends Payer {
  readonly folder: string;
}

/** Payments that were sent in one message, and the bank's data about it. */
export interface Ordered {
  readonly merchant: FileMerchant;
  readonly messageId: string;
  readonly blockId: string;
  readonly references: readonly string[];
}

export interface FileBanks {
  /**
   * Makes a merchant that has ordered this many payments, the first of 1,000 rupees and each later one of one rupee
   * more.
   */
  order(count: number): Promise<Ordered>;
  /** Makes a merchant. With `simulated`, the bank collects the files that are left for it, and responds. */
  make(options?: { simulated?: boolean }): Promise<FileMerchant>;
  /** Lists the names in one of the folders; an empty list if it does not exist. */
  list(merchant: FileMerchant, place: string): Promise<string[]>;
  /** Leaves a message from the bank. */
  leave(merchant: FileMerchant, name: string, text: string): Promise<void>;
}

export function makeFileBanks(world: FaultWorld): FileBanks {
  const { ctx } = world;
  const folders: string[] = [];
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));
  const list: FileBanks["list"] = ({ folder }, place) => readdir(join(folder, place)).catch(() => []);
  const make: FileBanks["make"] = async ({ simulated = false } = {}) => {
    const merchant = await world.makePayer({ bankIds: ["varuna"] });
    const { merchantId, debitAccount } = merchant;
    const folder = await mkdtemp(join(tmpdir(), "vitaran-bank-"));
    folders.push(folder);
    const [known] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
    const baseUrl = pathToFileURL(folder).href;
    await connectBank(ctx, merchantId, { ...known!, adapter: "iso20022", baseUrl });
    if (simulated) await world.simulator.control("PUT", `/sim/accounts/varuna/${debitAccount}`, { folder });
    return { ...merchant, folder };
  };
  return {
    list,
    make,
    async order(count) {
      const merchant = await make();
      const orders = Array.from({ length: count }, (_, index) => ({
        ...orderTo(`T${index}`),
        amountPaise: BigInt(1_000_00 + index * 100),
      }));
      await acceptTransfers(ctx, merchant.merchantId, orders);
      await runtimeOf(ctx).idle();
      const [name, ...others] = await list(merchant, "outgoing");
      assert.deepEqual(others, [], "all left in one message");
      const sent = await readFile(join(merchant.folder, "outgoing", name!), "utf8");
      const messageId = /<MsgId>(.*?)</.exec(sent)![1]!;
      const blockId = /<PmtInfId>(.*?)</.exec(sent)![1]!;
      const references = [...sent.matchAll(/<EndToEndId>(.*?)</g)].map((found) => found[1]!);
      return { merchant, messageId, blockId, references };
    },
    async leave({ folder }, name, text) {
      await mkdir(join(folder, "incoming"), { recursive: true });
      await writeFile(join(folder, "incoming", name), text);
    },
  };
}
