// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import vitaran.Calls;

/** Every noun of the contract. */
public abstract class Nouns {
  private final Transfers transfers;
  private final Loans loans;
  private final Recalls recalls;
  private final Beneficiaries beneficiaries;
  private final Validations validations;
  private final Ifsc ifsc;
  private final Batches batches;
  private final Cashgrams cashgrams;
  private final Balance balance;
  private final Incidents incidents;
  private final Downtimes downtimes;
  private final Reports reports;
  private final Notifications notifications;
  private final Tokens tokens;

  protected Nouns(Calls calls) {
    transfers = new Transfers(calls);
    loans = new Loans(calls);
    recalls = new Recalls(calls);
    beneficiaries = new Beneficiaries(calls);
    validations = new Validations(calls);
    ifsc = new Ifsc(calls);
    batches = new Batches(calls);
    cashgrams = new Cashgrams(calls);
    balance = new Balance(calls);
    incidents = new Incidents(calls);
    downtimes = new Downtimes(calls);
    reports = new Reports(calls);
    notifications = new Notifications(calls);
    tokens = new Tokens(calls);
  }

  public Transfers transfers() {
    return transfers;
  }

  public Loans loans() {
    return loans;
  }

  public Recalls recalls() {
    return recalls;
  }

  public Beneficiaries beneficiaries() {
    return beneficiaries;
  }

  public Validations validations() {
    return validations;
  }

  public Ifsc ifsc() {
    return ifsc;
  }

  public Batches batches() {
    return batches;
  }

  public Cashgrams cashgrams() {
    return cashgrams;
  }

  public Balance balance() {
    return balance;
  }

  public Incidents incidents() {
    return incidents;
  }

  public Downtimes downtimes() {
    return downtimes;
  }

  public Reports reports() {
    return reports;
  }

  public Notifications notifications() {
    return notifications;
  }

  public Tokens tokens() {
    return tokens;
  }
}
