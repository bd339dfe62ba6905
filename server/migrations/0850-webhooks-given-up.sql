-- Deliveries that were given up are few and often searched; other searches concern the newest ones.
create index delivery_given_up on webhooks.delivery (merchant_id, delivery_id) where status = 'dead';
