-- Fails a statement that touched other rows than it was to. Only called where it did.
create function lib.refuse_rows(touched bigint, expected integer) returns void
language plpgsql volatile
as $$
begin
  raise exception '% rows were touched, not %', touched, expected using errcode = 'check_violation';
end
$$;
