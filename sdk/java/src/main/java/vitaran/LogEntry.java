package vitaran;

/**
 * One HTTP exchange, without bodies, keys or tokens.
 *
 * @param attempt 1 for the first try
 * @param path without its query
 * @param httpStatus null where there was no answer
 * @param subCode null where no envelope came
 * @param error why there was no answer; null where there was one
 */
public record LogEntry(
    String verb,
    String method,
    String path,
    int attempt,
    long durationMs,
    String requestId,
    Integer httpStatus,
    String subCode,
    String error) {}
