-- The tables that were made before have the policy too. Each one is a transaction of its own.
-- no-transaction
call lib.show_rows_to_owner();
