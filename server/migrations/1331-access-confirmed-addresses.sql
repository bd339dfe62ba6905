-- An address belongs to the member who has proved it by a link that only the addressee could read. A link that others
-- could read, in the sandbox's inbox, opens the member's own sandbox and says nothing of accounts elsewhere.
alter table access.member add column email_confirmed boolean not null default false;

-- Whether those proofs were read by others is not known: until one is carried by mail, they are no one's alone.
update access.member
set email_confirmed = true, email_proved = false
where email_proved and link_shown;
