-- Deliveries that were given up are few and looked for often; whatever else is looked for is among the newest.
create index delivery_given_up on webhooks.delivery (merchant_id, delivery_id) where status = 'dead';
