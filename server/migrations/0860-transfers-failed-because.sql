-- Why a transfer failed, as its merchant was told then, where `reason` has come to say that it was paid after all.
-- Without a word of its own: an empty text. Null: `reason` says why.
alter table transfers.transfer add column failed_because text;
