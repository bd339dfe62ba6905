-- What a bank said of an attempt may name the payee: it stands sealed, and rows from before are sealed later.
grant update (detail) on transfers.fact to vitaran_app;
