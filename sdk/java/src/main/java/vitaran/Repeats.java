package vitaran;

import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import vitaran.VitaranException.Stage;

/** Tries a call until there is an answer that stands, the tries are used up, or a repeat would not be safe. */
final class Repeats {
  /** A server that asks for more is believed, and the caller told instead of waiting. */
  private static final long RETRY_AFTER_SECONDS_MAX = 60;

  private static final long FIRST_DELAY_MS = 250;
  private static final long DELAY_MS_MAX = 8000;

  private final int retries;

  Repeats(int retries) {
    this.retries = retries;
  }

  /** @param attempt sends; it is told which try it is, from 1 */
  Answer run(Operation operation, Input input, IntFunction<Answer> attempt) {
    boolean unknown = false;
    for (int tries = 1; ; tries += 1) {
      try {
        return expectSuccess(attempt.apply(tries), operation);
      } catch (VitaranException error) {
        boolean changes = operation.kind() != Operation.Kind.READ;
        unknown = changes && (unknown || isUnanswered(error)) && !isRefusal(error);
        boolean again = isRepeatable(error, operation.kind()) && tries <= retries;
        OptionalLong delayMs =
            again
                ? delayBeforeRepeat(tries, error.retryAfterSeconds(), ThreadLocalRandom.current().nextDouble())
                : OptionalLong.empty();
        if (delayMs.isEmpty() || !sleep(delayMs.getAsLong())) {
          throw unknown ? outcomeUnknown(error, operation, input) : error;
        }
      }
    }
  }

  /**
   * Milliseconds before the next try: twice as long each time, between half of it and all of it by chance, so that many
   * callers do not come back together; never less than the server asks for. Empty: do not wait that long.
   *
   * @param attempt the try that has failed, from 1
   * @param chance from 0 to 1
   */
  static OptionalLong delayBeforeRepeat(int attempt, Long retryAfterSeconds, double chance) {
    long asked = retryAfterSeconds == null ? 0 : retryAfterSeconds;
    if (asked > RETRY_AFTER_SECONDS_MAX) return OptionalLong.empty();
    double full = Math.min(DELAY_MS_MAX, FIRST_DELAY_MS * Math.pow(2, attempt - 1.0));
    return OptionalLong.of(asked * 1000 + Math.round(full / 2 + full / 2 * chance));
  }

  static VitaranException outcomeUnknown(VitaranException error, Operation operation, Input input) {
    String verb = operation.verb();
    Object id = operation.id() == null ? null : input.fields().get(operation.id());
    String same = id == null ? "" : " under the same " + operation.id() + ", " + id;
    String message =
        verb + ": the outcome is unknown, which is not failed (" + error.getMessage().replace(verb + ": ", "")
            + "). Ask for the status" + same + ", with " + operation.ask() + "; never send it again under another id.";
    ErrorFacts facts =
        new ErrorFacts(verb, error.subCode(), error.httpStatus(), error.requestId(), null, error);
    return new OutcomeUnknownException(message, facts);
  }

  /** Whether the server may have acted although it did not answer so. */
  private static boolean isUnanswered(VitaranException error) {
    return switch (error.kind()) {
      case SERVER, CONNECTION, TIMEOUT -> error.stage() == Stage.SENT;
      default -> false;
    };
  }

  /** The server has looked at the order and said no: it stands, whatever became of earlier tries under the same id. */
  private static boolean isRefusal(VitaranException error) {
    boolean refuses = error.kind() == ErrorKind.REFUSED || error.kind() == ErrorKind.NOT_FOUND;
    return refuses && error.subCode() != null && error.stage() != Stage.TOKEN;
  }

  private static boolean isRepeatable(VitaranException error, Operation.Kind kind) {
    // Asking for a token has its own tries; who interrupts the thread wants no more of them.
    if (error.stage() == Stage.TOKEN || Thread.currentThread().isInterrupted()) return false;
    if (error.stage() == Stage.CONNECTING || error.kind() == ErrorKind.RATE_LIMITED) return true;
    return kind != Operation.Kind.CHANGE && isUnanswered(error);
  }

  /** The answer, if it went well: by the subCode of the envelope, which counts in both HTTP status modes. */
  private static Answer expectSuccess(Answer answer, Operation operation) {
    String verb = operation.verb();
    String subCode = answer.subCode();
    String code = subCode == null ? String.valueOf(answer.httpStatus()) : subCode;
    boolean isFile =
        operation.answersFile()
            && answer.envelope() == null
            && answer.httpStatus() == 200
            && !answer.contentType().contains("json");
    if (code.startsWith("2") && (subCode != null || isFile)) return answer;
    String message = answer.message();
    String said =
        message == null ? "HTTP " + answer.httpStatus() + " without an answer of the server" : message;
    boolean isError = code.startsWith("4") || code.startsWith("5");
    throw VitaranException.of(
        isError ? ErrorKind.ofCode(code) : ErrorKind.SERVER,
        verb + ": " + said,
        new ErrorFacts(verb, subCode, answer.httpStatus(), answer.requestId(), answer.retryAfterSeconds(), null));
  }

  /** False when the thread was interrupted meanwhile. */
  private static boolean sleep(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
