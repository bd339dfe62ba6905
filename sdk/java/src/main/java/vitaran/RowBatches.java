package vitaran;

import vitaran.api.Batches;

/** The verbs of {@code batches}, and one for rows. */
public final class RowBatches extends Batches {
  RowBatches(Calls calls) {
    super(calls);
  }

  /**
   * Pay up to 500 rows in one call; the format is found from how the rows name their payees.
   *
   * <p>Repeated only under the same batchTransferId.
   *
   * @throws InvalidInputException naming the row, before anything is sent
   * @throws VitaranException as {@code batches.create}
   */
  public CreateResult createFromRows(BatchOfRows batch) {
    return create(batch.toInput());
  }
}
