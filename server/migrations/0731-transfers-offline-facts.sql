-- Banks that say that the beneficiary's bank did not answer, by time: so few that no payment pays for the index.
create index fact_of_offline_bank on transfers.fact (merchant_id, at)
where reason = 'BENEFICIARY_BANK_OFFLINE' or evidence = 'DEEMED';
