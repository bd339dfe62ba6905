-- The same rounding, written so that the planner can inline it: a million results are counted in
-- seconds instead of half a minute.
create or replace function figures.took_ms(accepted_at timestamptz, finished_at timestamptz) returns bigint
language sql immutable parallel safe
return greatest(
  0,
  case
    when finished_at - accepted_at < interval '1 minute'
      then round(date_part('epoch', finished_at - accepted_at) * 10) * 100
    when finished_at - accepted_at < interval '1 hour'
      then round(date_part('epoch', finished_at - accepted_at)) * 1000
    else round(date_part('epoch', finished_at - accepted_at) / 60) * 60000
  end
)::bigint;
