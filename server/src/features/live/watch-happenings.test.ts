import assert from "node:assert/strict";
import { test } from "node:test";
import { watchHappenings, type HappeningNews } from "#live";
import { makeWorld } from "#test/world";

const MANY = 600;

const world = await makeWorld();
const { ctx } = world;

/** Events of one subject, all at once. */
async function publish(merchantId: string, count: number): Promise<string> {
  const [row] = await world.look<{ subjectId: string }>(
    `with subject as (select gen_random_uuid() as id),
       stored as (
         insert into webhooks.event (merchant_id, subject_id, at, seq, pending, type)
         select $1, subject.id, now(), seq, false, 'TRANSFER_SUCCESS'
         from subject, generate_series(1, $2) as seq
       )
     select id as "subjectId" from subject`,
    [merchantId, count],
  );
  return row!.subjectId;
}

test("of more than can be sent one by one the newest are sent, and then the next one alone", async () => {
  const { merchantId } = await world.makeMerchant();
  const news: HappeningNews[] = [];
  let heard = Promise.withResolvers<void>();
  const stop = await watchHappenings(ctx, merchantId, {
    after: null,
    hear: (one) => {
      news.push(one);
      heard.resolve();
    },
  });
  /** Waits until a key was sent, and returns what came with it. */
  const hear = async (key: string): Promise<HappeningNews> => {
    for (;;) {
      const found = news.find(({ happenings }) => happenings.some((one) => one.key === key));
      if (found !== undefined) return found;
      heard = Promise.withResolvers();
      await heard.promise;
    }
  };
  const many = await publish(merchantId, MANY);
  const burst = await hear(`${many}:${MANY}`);
  assert.equal(burst.isWhole, false);
  assert.equal(burst.happenings.length, 500);
  const next = await publish(merchantId, 1);
  const { happenings } = await hear(`${next}:1`);
  assert.deepEqual(
    happenings.map(({ id }) => id),
    [next],
  );
  stop();
});

test("a reader whose first look back fails leaves nothing running", async () => {
  const { merchantId } = await world.makeMerchant();
  let looks = 0;
  const db = new Proxy(ctx.db, {
    get: (real, name) => {
      if (name !== "inMerchant") return Reflect.get(real, name) as unknown;
      looks += 1;
      return looks === 2 ? () => Promise.reject(new Error("connection lost")) : real.inMerchant.bind(real);
    },
  });
  const after = { at: new Date(), referenceId: 0n, auditSeq: 0n };
  const watch = (): Promise<() => void> =>
    watchHappenings({ ...ctx, db }, merchantId, { after, hear: () => {} });
  await assert.rejects(watch, /connection lost/);
  // If the failed watcher had stayed, the next one would share its poll and not start again.
  const stop = await watch();
  assert.equal(looks, 4);
  stop();
});
