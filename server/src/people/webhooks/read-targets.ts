import type { Context } from "#lib/context";

/** Addresses that a merchant's rows make possible: where its endpoints are, or its banks. */
export interface Target {
  readonly merchantId: string;
  readonly url: string;
}

/** Reads the addresses of all endpoints of all merchants; a disabled one can be enabled again. */
export async function readEndpointTargets({ db }: Pick<Context, "db">): Promise<Target[]> {
  return db.sweep((read) =>
    read.query<Target>(`
      select merchant_id as "merchantId", url
      from webhooks.endpoint
      where status <> 'removed'
      order by merchant_id, endpoint_id`),
  );
}
